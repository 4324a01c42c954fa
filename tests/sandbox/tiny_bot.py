"""A tiny bot that uses what a real one would: commands, completion, forms, buttons, files, threads, direct messages."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import discord
from discord import app_commands

from sandbox import Permission, Sandbox
from sandbox.model.permissions import BOT
from sandbox.point import pointed_at

PERMISSIONS = int(
    BOT
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_ROLES
    | Permission.MANAGE_MESSAGES
    | Permission.MENTION_EVERYONE
    | Permission.PIN_MESSAGES
)
"""The permissions of the tiny bot, which does more than Umpire does."""

SHIPS = ["Devastator", "Devourer", "Executor", "Home One"]
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000003000000020806000000"
    "9d74661a0000000d49444154789c63606060f80f00010401005fe5c34b0000000049454e44ae426082"
)


class Panel(discord.ui.View):
    """Buttons and a select that outlive a restart."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Lock", custom_id="panel:lock", style=discord.ButtonStyle.primary)
    async def lock(self, interaction: discord.Interaction, button: discord.ui.Button["Panel"]) -> None:
        button.disabled = True
        await interaction.response.edit_message(content=f"Locked by {interaction.user.display_name}", view=self)

    @discord.ui.button(label="Orders", custom_id="panel:orders")
    async def orders(self, interaction: discord.Interaction, button: discord.ui.Button["Panel"]) -> None:
        await interaction.response.send_modal(Sheet())

    @discord.ui.button(label="Quiet", custom_id="panel:quiet")
    async def quiet(self, interaction: discord.Interaction, button: discord.ui.Button["Panel"]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="changed quietly")
        await interaction.followup.send("only you", ephemeral=True)

    @discord.ui.select(
        custom_id="panel:target",
        placeholder="Target",
        max_values=2,
        options=[discord.SelectOption(label=ship, value=ship.lower()) for ship in SHIPS],
    )
    async def target(self, interaction: discord.Interaction, select: discord.ui.Select["Panel"]) -> None:
        await interaction.response.send_message("aimed at " + ", ".join(select.values), ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="panel:ally", placeholder="Ally")
    async def ally(self, interaction: discord.Interaction, select: discord.ui.UserSelect["Panel"]) -> None:
        await interaction.response.send_message("ally " + select.values[0].display_name)


class Sheet(discord.ui.Modal, title="Order sheet"):
    """A form with the kinds of field a form can have."""

    lines: discord.ui.TextInput["Sheet"] = discord.ui.TextInput(
        label="Orders", style=discord.TextStyle.paragraph, max_length=200
    )
    stance: discord.ui.Label["Sheet"] = discord.ui.Label(
        text="Stance",
        component=discord.ui.Select(
            options=[discord.SelectOption(label="Attack"), discord.SelectOption(label="Hold", default=True)]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        stance = self.stance.component
        assert isinstance(stance, discord.ui.Select)
        words = f"{len(self.lines.value.splitlines())} orders, {stance.values[0]}"
        await interaction.response.send_message(words, ephemeral=True)


class Claim(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"claim:v1:(?P<n>\d+)"):
    """A button whose id holds all it needs."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"Claim {n}", custom_id=f"claim:v1:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str]
    ) -> "Claim":
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"claimed {self.n}", ephemeral=True)


class Board(discord.ui.LayoutView):
    """A laid-out message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        box: discord.ui.Container[Board] = discord.ui.Container(accent_colour=0x336699)
        box.add_item(discord.ui.TextDisplay("# The board"))
        box.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://map.png")))
        row: discord.ui.ActionRow[Board] = discord.ui.ActionRow(discord.ui.Button(label="More", custom_id="board:more"))
        box.add_item(row)
        self.add_item(box)


class TinyBot(discord.Client):
    """The bot. `errors` holds what reached the tree's handler."""

    def __init__(self, guild_id: int, intents: discord.Intents | None = None) -> None:
        chosen = intents or discord.Intents.default()
        super().__init__(
            intents=chosen,
            guild_ready_timeout=0.02,
            heartbeat_timeout=5.0,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.tree = app_commands.CommandTree(self)
        self.home = discord.Object(guild_id)
        self.errors: list[BaseException] = []
        self.heard: list[discord.Message] = []
        self.ready = asyncio.Event()
        self.tree.error(self._on_tree_error)
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        self.add_dynamic_items(Claim)
        self.tree.copy_global_to(guild=self.home)
        await self.tree.sync(guild=self.home)
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)

    async def _on_tree_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        self.errors.append(getattr(error, "original", error))


def add_commands(tree: app_commands.CommandTree) -> None:
    """All commands of the bot."""
    gcw = app_commands.Group(name="gcw", description="Galactic civil war", guild_only=True)
    battle = app_commands.Group(name="battle", description="In battle", parent=gcw)

    async def ships(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if typed == "slow":
            await asyncio.sleep(1)
        if typed == "many":
            return [app_commands.Choice(name=f"n{n}", value=f"n{n}") for n in range(26)]
        fits = [ship for ship in SHIPS if ship.lower().startswith(typed.lower())]
        return [app_commands.Choice(name=ship, value=ship) for ship in fits]

    @battle.command()
    @app_commands.autocomplete(ship=ships)
    async def fire(
        interaction: discord.Interaction,
        ship: app_commands.Range[str, 2, 20],
        shots: app_commands.Range[int, 1, 10] = 1,
        mode: Literal["all", "some"] = "all",
        at: discord.Member | None = None,
        where: discord.TextChannel | None = None,
        sure: bool = True,
    ) -> None:
        """Fire."""
        target = at.display_name if at else "nobody"
        place = where.name if where else "here"
        words = f"{ship} fires {shots} {mode} at {target} {place} {sure}"
        await interaction.response.send_message(words, ephemeral=True)

    tree.add_command(gcw)

    tree.add_command(app_commands.ContextMenu(name="Quote", callback=quote))
    tree.add_command(app_commands.ContextMenu(name="Greet", callback=greet))

    @tree.command()
    async def ok(interaction: discord.Interaction) -> None:
        """Say ok."""
        await interaction.response.send_message("ok")

    @tree.command()
    async def panel(interaction: discord.Interaction) -> None:
        """Show the panel."""
        await interaction.response.send_message("Panel", view=Panel())

    @tree.command()
    async def sheet(interaction: discord.Interaction) -> None:
        """Open the sheet."""
        await interaction.response.send_modal(Sheet())

    @tree.command()
    async def claims(interaction: discord.Interaction) -> None:
        """Post a button that needs no memory."""
        view = discord.ui.View(timeout=None)
        view.add_item(Claim(7))
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.channel.send("Claims", view=view)
        await interaction.response.send_message("posted", ephemeral=True)

    @tree.command()
    async def picture(interaction: discord.Interaction) -> None:
        """Draw, slowly."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        embed = discord.Embed(title="Map").set_image(url="attachment://map.png")
        await interaction.followup.send("drawn", embed=embed, file=discord.File(io.BytesIO(PNG), "map.png"))
        await interaction.followup.send(
            "and more", file=discord.File(io.BytesIO(b"a,b\n"), "list.csv", description="A list")
        )

    @tree.command()
    async def board(interaction: discord.Interaction) -> None:
        """Lay out a message."""
        await interaction.response.send_message(view=Board(), file=discord.File(io.BytesIO(PNG), "map.png"))

    @tree.command()
    async def thread(interaction: discord.Interaction, private: bool = False) -> None:
        """Make a thread."""
        assert isinstance(interaction.channel, discord.TextChannel)
        kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
        made = await interaction.channel.create_thread(name="Battle", type=kind)
        if private:
            await made.add_user(interaction.user)
        await made.send("It begins")
        await interaction.response.send_message(made.mention, ephemeral=True)

    @tree.command()
    async def whisper(interaction: discord.Interaction, text: str) -> None:
        """Write to yourself."""
        try:
            await interaction.user.send(text)
        except discord.Forbidden as error:
            await interaction.response.send_message(f"no: {error.code}", ephemeral=True)
        else:
            await interaction.response.send_message("sent", ephemeral=True)

    @tree.command()
    async def upload(interaction: discord.Interaction, file: discord.Attachment) -> None:
        """Take a file."""
        body = await file.read()
        await interaction.response.send_message(f"{file.filename} {len(body)} {file.content_type}", ephemeral=True)

    @tree.command()
    async def late(interaction: discord.Interaction, seconds: float) -> None:
        """Answer late."""
        await asyncio.sleep(seconds)
        await interaction.response.send_message("at last")

    @tree.command()
    async def long(interaction: discord.Interaction, size: int) -> None:
        """Say very much."""
        await interaction.response.send_message("x" * size)

    @tree.command()
    @app_commands.default_permissions(manage_guild=True)
    async def gm(interaction: discord.Interaction) -> None:
        """For moderators."""
        await interaction.response.send_message("yes", ephemeral=True)


async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
    """In the menu of a message."""
    await interaction.response.send_message(f"> {message.content}", ephemeral=True)


async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
    """In the menu of a member."""
    await interaction.response.send_message(f"hello {member.display_name}")


@asynccontextmanager
async def running(sandbox: Sandbox, bot: TinyBot | None = None) -> AsyncIterator[TinyBot]:
    """The bot, connected to the sandbox and ready."""
    client = bot or TinyBot(sandbox.guild.id)
    with pointed_at(sandbox):
        life = asyncio.create_task(client.start(sandbox.token))
        waiting = asyncio.create_task(client.ready.wait())
        try:
            await asyncio.wait([life, waiting], return_when=asyncio.FIRST_COMPLETED, timeout=10)
            if not client.ready.is_set():
                life.result()
            yield client
        finally:
            waiting.cancel()
            await client.close()
            await asyncio.wait([life])
