// The page put together: which channel is open, what arrives on the stream, and what this tab's member does.

import { act, ask, follow, ME, Refused } from "./base/api.js";
import { drawChannels, firstChannel } from "./reading/channels.js";
import { startClock } from "./reading/clock.js";
import { beginCommand, setCommands, setPlaceholder, startComposer } from "./writing/composer.js";
import { announce, fill, h, icon } from "./base/dom.js";
import { markdown } from "./base/markdown.js";
import { openModal } from "./writing/modal.js";
import { drawChannel, isEphemeral, notice, refresh, setFailure } from "./reading/messages.js";
import { drawMembers } from "./base/people.js";
import { displayName, isThread, isUnread, markRead, mayWrite, onChange, state, take } from "./base/store.js";

const $ = (id) => document.getElementById(id);
const pane = $("messages");
const scroller = $("scroller");
const notices = $("notices");
const typing = $("typing");
const typers = new Map();
let stuck = true;
let started = false;

// --- the open channel

function openChannel(channelId, { focus = true } = {}) {
  if (!state.channels.has(channelId)) return;
  const since = state.reads.get(channelId) ?? null;
  const unread = isUnread(channelId);
  state.current = channelId;
  const channel = state.channels.get(channelId);
  const marks = { 1: "at", 10: "thread", 11: "thread", 12: "lock" };
  fill($("channel-title"), icon(marks[channel.type] ?? "hash"), h("span", {}, channel.name));
  fill($("channel-topic"), channel.topic ? markdown(channel.topic, { inline: true }) : threadTopic(channel));
  setPlaceholder(mayWrite(channel) ? `Message ${channel.type === 1 ? "@" : "#"}${channel.name}, or type / for commands` : "You may not write here; commands begin with /");
  drawChannel(pane, channelId, unread ? since : null);
  drawNotices();
  drawTyping();
  markRead(channelId);
  drawChannels($("channels"));
  document.title = title();
  history.replaceState(null, "", `#${channelId}`);
  document.body.classList.remove("show-channels");
  stuck = true;
  toBottom();
  loadCommands();
  if (focus) ($("composer-text").hidden ? $("composer-command").querySelector("input, button") : $("composer-text"))?.focus();
}

function threadTopic(channel) {
  if (!isThread(channel)) return "";
  const parent = state.channels.get(channel.parent_id);
  const kind = channel.type === 12 ? "Private thread" : "Thread";
  return parent ? [`${kind} of `, h("button", { type: "button", class: "mention mention-button", dataset: { channel: parent.id } }, `#${parent.name}`)] : kind;
}

function title() {
  const unread = [...state.channels.keys()].filter(isUnread).length;
  const channel = state.channels.get(state.current);
  return `${unread ? `(${unread}) ` : ""}${ME}: #${channel?.name ?? ""} | ${state.guild?.name ?? "Umpire"}`;
}

async function loadCommands() {
  const channel = state.current;
  try {
    const answer = await ask("commands", { channel });
    if (channel === state.current) setCommands(answer.commands);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    setCommands([]);
  }
}

// --- staying at the newest message

function toBottom() {
  scroller.scrollTop = scroller.scrollHeight;
}

scroller.addEventListener("scroll", () => {
  stuck = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
  $("to-present").hidden = stuck;
  if (stuck && state.current && document.visibilityState === "visible") markRead(state.current);
});
$("to-present").addEventListener("click", () => {
  stuck = true;
  toBottom();
});
new ResizeObserver(() => stuck && toBottom()).observe(pane);
new ResizeObserver(() => stuck && toBottom()).observe(scroller);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && state.current && stuck) markRead(state.current);
  if (state.guild) document.title = title();
});

// --- what arrives

function landing() {
  const asked = location.hash.slice(1);
  return state.channels.has(asked) ? asked : firstChannel();
}

onChange((what, detail) => {
  switch (what) {
    case "view":
      fill($("guild-name"), state.guild.name);
      drawMembers($("members"));
      $("app").removeAttribute("aria-busy");
      if (!started || !state.channels.has(state.current)) openChannel(landing(), { focus: !started });
      else {
        refresh(pane, state.current);
        drawChannels($("channels"));
        loadCommands();
      }
      started = true;
      break;
    case "message":
      heard(detail);
      break;
    case "channel":
      if (!state.channels.has(state.current)) openChannel(firstChannel());
      else {
        drawChannels($("channels"));
        if (detail.channel === state.current) fill($("channel-title").querySelector("span"), state.channels.get(state.current).name);
        refresh(pane, state.current);
      }
      break;
    case "reads":
      drawChannels($("channels"));
      document.title = title();
      break;
    case "commands":
      loadCommands();
      break;
    case "modal":
      openModal(detail);
      break;
    case "failed":
      failed(detail);
      break;
    case "typing":
      typers.set(`${detail.channel_id}:${detail.user_id}`, Date.now() + 9000);
      drawTyping();
      break;
    default:
      break;
  }
});

function heard({ channel, message, fresh }) {
  if (message) {
    setFailure(message.id, null);
    typers.delete(`${channel}:${message.author?.id}`);
    drawTyping();
  }
  if (channel !== state.current) {
    drawChannels($("channels"));
    document.title = title();
    return;
  }
  refresh(pane, channel);
  // What this member wrote, and what they alone are answered, is never out of sight.
  if (fresh && (message.author.id === state.me.user.id || isEphemeral(message))) stuck = true;
  if (stuck) {
    toBottom();
    if (document.visibilityState === "visible") markRead(channel);
  } else $("to-present").hidden = false;
  if (fresh && message.author.id !== state.me.user.id) announce(`${displayName(message.author)}: ${(message.content || "sent a message").slice(0, 200)}`);
}

/** Nobody answered an interaction in time, or the bot's answer was refused. */
function failed(detail) {
  const words = detail.reason ?? "The application did not respond.";
  if (detail.message_id) {
    setFailure(detail.message_id, words);
    if (detail.channel_id === state.current) refresh(pane, state.current);
    return;
  }
  if (!detail.command && $("modal").open) return; // the form itself says so
  const waiting = [...state.pending.values()].filter((one) => !one.failed && (!detail.command || one.command === `/${detail.command}`));
  const one = waiting.find((held) => held.channel === detail.channel_id) ?? waiting[0];
  if (one) one.failed = words;
  else state.pending.set(Symbol("failed"), { channel: detail.channel_id ?? state.current, command: detail.command ? `/${detail.command}` : "a control", failed: words });
  drawNotices();
}

function drawTyping() {
  const here = [...typers].filter(([key, until]) => key.startsWith(`${state.current}:`) && until > Date.now());
  const names = here.map(([key]) => state.members.get(key.split(":")[1])).filter(Boolean).map((member) => displayName(member.user));
  const words = names.length ? `${names.join(", ")} ${names.length > 1 ? "are" : "is"} typing…` : "";
  if (typing.textContent !== words) typing.textContent = words;
}
setInterval(drawTyping, 1000);

// --- what this member does

function drawNotices() {
  const bot = [...state.members.values()].find((member) => member.user.bot)?.user ?? null;
  fill(
    notices,
    [...state.pending].filter(([, one]) => one.channel === state.current).map(([key, one]) =>
      notice(state.me.user, { command: one.command, text: one.failed ?? "Sending command…" }, {
        failed: Boolean(one.failed),
        bot,
        onDismiss: () => {
          state.pending.delete(key);
          drawNotices();
        },
      }),
    ),
  );
  if (stuck) toBottom();
}

async function runCommand(path, options, files) {
  const key = Symbol(path);
  state.pending.set(key, { channel: state.current, command: `/${path}`, failed: null });
  stuck = true;
  const show = setTimeout(drawNotices, 200);
  try {
    await act("command", { channel: state.current, path, options }, files);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    state.pending.get(key).failed = error.message;
  } finally {
    clearTimeout(show);
    if (!state.pending.get(key)?.failed) state.pending.delete(key);
    drawNotices();
  }
}

async function sendText(content) {
  const channel = state.current;
  stuck = true;
  try {
    await act("message", { channel, content });
    $("composer-error").textContent = "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    $("composer-error").textContent = error.message;
    if (!$("composer-text").value) $("composer-text").value = content;
  }
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-channel], [data-command]");
  if (!target) return;
  if (target.dataset.channel) openChannel(target.dataset.channel);
  else beginCommand(target.dataset.command);
});

// --- the frame: panels that fold away on a small screen, keys for the whole page

$("toggle-channels").addEventListener("click", () => {
  document.body.classList.remove("show-side");
  document.body.classList.toggle("show-channels");
});
$("toggle-side").addEventListener("click", () => {
  document.body.classList.remove("show-channels");
  document.body.classList.toggle("show-side");
  const wide = window.matchMedia("(min-width: 1101px)").matches;
  document.body.classList.toggle("hide-side", wide && !document.body.classList.contains("hide-side"));
});
$("veil").addEventListener("click", () => document.body.classList.remove("show-channels", "show-side"));
document.addEventListener("keydown", (event) => {
  const typingNow = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
  if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1, event.shiftKey);
  } else if (event.key === "/" && !typingNow && !event.ctrlKey && !event.metaKey && !document.querySelector("dialog[open]") && !$("composer-text").hidden) {
    event.preventDefault();
    $("composer-text").focus();
    if (!$("composer-text").value) {
      $("composer-text").value = "/";
      $("composer-text").dispatchEvent(new Event("input"));
    }
  }
});

/** The next or previous channel in the list; with shift, the next unread one. */
function step(by, unreadOnly) {
  const all = [...$("channels").querySelectorAll("[data-channel]")].map((node) => node.dataset.channel);
  const at = all.indexOf(state.current);
  for (let i = 1; i <= all.length; i += 1) {
    const id = all[(at + by * i + all.length * i) % all.length];
    if (!unreadOnly || isUnread(id)) {
      openChannel(id);
      return;
    }
  }
}

startClock();
startComposer({ send: sendText, run: runCommand });
follow(take, (up) => {
  $("line-down").hidden = up;
  document.body.classList.toggle("offline", !up);
});
