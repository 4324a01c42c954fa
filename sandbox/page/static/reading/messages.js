// The message pane: messages in order with authors, times, embeds, files and components.

import { drawComponents, fileCard } from "./components.js";
import { fill, h, icon, link, safeUrl } from "../base/dom.js";
import { markdown, spoiler } from "../base/markdown.js";
import { isPicture, picture } from "../base/media.js";
import { avatar, colourOf } from "../base/people.js";
import { dismiss, displayName, hex, mentionsMe, messagesIn, nameColour, order, state } from "../base/store.js";
import { dayKey, fullTime, longDay, shortTime, stamp } from "../base/time.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const TOGETHER = 7 * 60_000;
const SYSTEM = {
  6: (m) => [name(m.author), " pinned a message to this channel."],
  7: (m) => [name(m.author), " joined the table."],
  18: (m) => [name(m.author), " started a thread: ", h("strong", {}, m.content)],
};
const failures = new Map();
const drawn = new Map();
let newSince = null;

const name = (user) => h("span", { class: "author", style: { color: nameColour(user.id) ?? "" } }, displayName(user));
const at = (message) => Date.parse(message.timestamp);
const isReply = (message) => Boolean(message.interaction_metadata || message.interaction || message.message_reference);

/** Whether only this member sees a message: the bot's answer to something they did. */
export const isEphemeral = (message) => Boolean((message.flags ?? 0) & EPHEMERAL);

/** Draw a channel afresh; `since` is the last message that was read, under which the "New" line goes. */
export function drawChannel(holder, channelId, since = null) {
  newSince = since;
  drawn.clear();
  holder.replaceChildren();
  refresh(holder, channelId);
}

/** Bring the pane up to date, touching only what changed, so that focus and open menus stay. */
export function refresh(holder, channelId) {
  const wanted = [];
  let before = null;
  for (const message of messagesIn(channelId)) {
    if (!before || dayKey(at(before)) !== dayKey(at(message))) {
      wanted.push(["day", `day-${dayKey(at(message))}`, "", () => dayLine(at(message))]);
    }
    if (newSince && before && order(before.id, newSince) <= 0 && order(message.id, newSince) > 0 && message.author.id !== state.me.user.id) {
      wanted.push(["new", "new-line", "", newLine]);
    }
    const joined = before && follows(before, message);
    const mark = JSON.stringify([message, joined, failures.get(message.id) ?? null]);
    wanted.push(["message", message.id, mark, () => drawMessage(message, joined)]);
    before = message;
  }
  wanted.unshift(["start", `start-${channelId}`, state.channels.get(channelId)?.name ?? "", () => beginning(channelId)]);
  const keep = new Set(wanted.map(([, key]) => key));
  for (const [key, { node }] of drawn) {
    if (!keep.has(key)) {
      node.remove();
      drawn.delete(key);
    }
  }
  let cursor = holder.firstChild;
  for (const [, key, mark, make] of wanted) {
    const held = drawn.get(key);
    if (held && held.mark === mark) {
      if (held.node === cursor) cursor = cursor.nextSibling;
      else holder.insertBefore(held.node, cursor);
      continue;
    }
    const node = make();
    drawn.set(key, { node, mark });
    if (held) {
      if (held.node === cursor) cursor = cursor.nextSibling;
      swap(held.node, node);
    } else {
      holder.insertBefore(node, cursor);
    }
  }
}

/**
 * Put a redrawn message in place of the old one; the keyboard stays on the same control if it still exists. That control
 * stays where it was on the screen; without one, a message that begins out of sight keeps its end there, with its buttons.
 */
function swap(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement.dataset.customId : null;
  const control = (within) => focused && within.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`);
  const scroller = old.closest(".scroller");
  const [was, end] = [control(old)?.getBoundingClientRect().top, old.getBoundingClientRect()];
  old.replaceWith(fresh);
  const same = control(fresh);
  same?.focus({ preventScroll: true });
  if (!scroller || end.top >= scroller.getBoundingClientRect().top) return;
  scroller.scrollTop += same ? same.getBoundingClientRect().top - was : fresh.getBoundingClientRect().bottom - end.bottom;
}

function follows(before, message) {
  return (
    before.author.id === message.author.id &&
    at(message) - at(before) < TOGETHER &&
    dayKey(at(before)) === dayKey(at(message)) &&
    !isReply(message) &&
    !SYSTEM[before.type] &&
    !SYSTEM[message.type] &&
    ((before.flags ?? 0) & EPHEMERAL) === ((message.flags ?? 0) & EPHEMERAL)
  );
}

function beginning(channelId) {
  const channel = state.channels.get(channelId);
  const words = channel?.topic || "This is where it begins. Type / to see what the bots at this table can do.";
  return h("div", { class: "beginning" }, h("h2", {}, icon(channel?.type >= 10 ? "thread" : channel?.type === 1 ? "at" : "hash"), channel?.name ?? ""), h("p", { class: "markup" }, markdown(words, { inline: true })));
}

const dayLine = (instant) => h("div", { class: "day-line", role: "separator" }, h("span", {}, longDay(instant)));
const newLine = () => h("div", { class: "new-line", role: "separator" }, h("span", {}, "New"));

/** Show under a message (or take away, with null) that its interaction failed. */
export function setFailure(messageId, text) {
  if (text) failures.set(messageId, text);
  else failures.delete(messageId);
}

function drawMessage(message, joined) {
  const flags = message.flags ?? 0;
  const ephemeral = Boolean(flags & EPHEMERAL);
  const classes = ["message"];
  if (joined) classes.push("joined");
  if (ephemeral) classes.push("ephemeral");
  if (mentionsMe(message)) classes.push("to-me");
  const node = h("article", { class: classes.join(" "), id: `message-${message.id}`, dataset: { message: message.id }, aria: { label: `${displayName(message.author)}, ${stamp(at(message))}` } });
  if (SYSTEM[message.type]) {
    node.classList.add("system");
    node.append(h("span", { class: "gutter" }, icon(message.type === 18 ? "thread" : "reply")), h("div", { class: "body" }, h("div", { class: "content" }, SYSTEM[message.type](message), " ", time(message))));
    if (message.thread) node.lastChild.append(threadLink(message.thread));
    return node;
  }
  const above = replyLine(message);
  if (above) node.append(above);
  node.append(
    joined
      ? h("time", { class: "gutter hover-time", datetime: message.timestamp }, shortTime(at(message)))
      : h("span", { class: "gutter" }, avatar(message.author)),
    h("div", { class: "body" }, joined ? null : headLine(message), drawBody(message, flags), ephemeral ? onlyYou(message) : null),
  );
  return node;
}

function headLine(message) {
  return h("header", { class: "head" }, name(message.author), message.author.bot ? h("span", { class: "app-tag" }, "APP") : null, time(message));
}

function time(message) {
  return h("time", { class: "stamp", datetime: message.timestamp, title: fullTime(at(message)), dataset: { at: String(at(message)) } }, stamp(at(message)));
}

/** "Red used /gcw fire", or the line of the message that is answered. */
function replyLine(message) {
  const used = message.interaction_metadata ?? message.interaction;
  if (used) {
    const command = message.interaction?.name ?? used.name;
    const user = used.user;
    if (!command || !user) return null;
    return h("div", { class: "reply-line" }, avatar(user, "tiny"), name(user), " used ", h("button", { type: "button", class: "mention mention-button", dataset: { command } }, `/${command}`));
  }
  const answered = message.referenced_message ?? state.messages.get(message.message_reference?.channel_id)?.get(message.message_reference?.message_id);
  if (!message.message_reference || message.type === 21) return null;
  if (!answered) return h("div", { class: "reply-line" }, h("em", {}, "The answered message is gone."));
  return h("div", { class: "reply-line" }, avatar(answered.author, "tiny"), name(answered.author), h("span", { class: "reply-words" }, markdown((answered.content || "…").slice(0, 140), { inline: true, links: false })));
}

function drawBody(message, flags) {
  if (flags & LOADING) {
    return h("div", { class: "content thinking", role: "status" }, h("span", { class: "dots", aria: { hidden: "true" } }, h("i"), h("i"), h("i")), `${displayName(message.author)} is thinking…`);
  }
  const embedded = embeddedFiles(message);
  const files = (message.attachments ?? []).filter((file) => !embedded.has(file.filename));
  const fail = (text) => {
    setFailure(message.id, text);
    node.querySelector(":scope > .failure")?.remove();
    node.append(failureLine(text));
  };
  const node = h(
    "div",
    { class: "content" },
    message.content ? h("div", { class: "markup" }, markdown(message.content), edited(message)) : null,
    files.length ? h("div", { class: `files of-${Math.min(files.length, 4)}` }, files.map(attachment)) : null,
    (message.embeds ?? []).map((embed) => drawEmbed(embed, message)),
    h("div", { class: "components" }, drawComponents(message, fail)),
    message.content ? null : edited(message),
    (message.reactions ?? []).length ? reactions(message) : null,
    message.thread ? threadLink(message.thread) : null,
    failures.has(message.id) ? failureLine(failures.get(message.id)) : null,
  );
  return node;
}

const failureLine = (text) => h("div", { class: "failure", role: "alert" }, icon("warn"), text);

const edited = (message) =>
  message.edited_timestamp ? h("span", { class: "edited", title: fullTime(Date.parse(message.edited_timestamp)) }, " (edited)") : null;

function onlyYou(message) {
  return h(
    "footer",
    { class: "only-you" },
    icon("eye"),
    "Only you can see this",
    h("span", { aria: { hidden: "true" } }, " · "),
    h("button", { type: "button", class: "text-button", on: { click: () => dismiss(message) } }, "Dismiss message"),
  );
}

function reactions(message) {
  return h("div", { class: "reactions" }, message.reactions.map((given) => h("span", { class: given.me ? "reaction mine" : "reaction" }, given.emoji.name, " ", given.count)));
}

function threadLink(thread) {
  if (!state.channels.has(thread.id)) return null;
  return h("button", { class: "thread-card", type: "button", dataset: { channel: thread.id } }, icon("thread"), h("span", {}, thread.name), h("span", { class: "thread-open" }, "Open thread"));
}

/** Names of files that an embed or a component shows, and that therefore aren't listed again. */
function embeddedFiles(message) {
  const names = new Set();
  const text = JSON.stringify([message.embeds ?? [], message.components ?? []]);
  for (const file of message.attachments ?? []) {
    if (text.includes(`attachment://${file.filename}"`) || text.includes(JSON.stringify(file.url).slice(1, -1))) names.add(file.filename);
  }
  return names;
}

function attachment(file) {
  const hidden = (file.filename ?? "").startsWith("SPOILER_");
  const node = isPicture(file) ? picture(file) : fileCard(file);
  return hidden ? spoiler(node) : node;
}

function embedMedia(given, message) {
  const named = /^attachment:\/\/(.+)$/.exec(given.url ?? "")?.[1];
  return named ? { ...given, ...(message.attachments ?? []).find((file) => file.filename === named) } : given;
}

function small(given, message) {
  const url = given?.icon_url && safeUrl(embedMedia({ url: given.icon_url }, message).url);
  return url ? h("img", { class: "embed-icon", src: url, alt: "" }) : null;
}

function drawEmbed(embed, message) {
  const bar = Number.isInteger(embed.color) ? hex(embed.color) : null;
  const title = embed.title ? h("div", { class: "embed-title" }, embed.url ? link(embed.url, markdown(embed.title, { inline: true, links: false })) : markdown(embed.title, { inline: true })) : null;
  const fields = embed.fields ?? [];
  const foot = embed.footer?.text || embed.timestamp;
  return h(
    "div",
    { class: embed.thumbnail ? "embed with-thumbnail" : "embed", style: bar ? { "--bar": bar } : {} },
    embed.author?.name ? h("div", { class: "embed-author" }, small(embed.author, message), embed.author.url ? link(embed.author.url, embed.author.name) : embed.author.name) : null,
    title,
    embed.description ? h("div", { class: "embed-text markup" }, markdown(embed.description)) : null,
    fields.length
      ? h(
          "dl",
          { class: "embed-fields" },
          fields.map((field) => h("div", { class: field.inline ? "field inline" : "field" }, h("dt", {}, markdown(field.name, { inline: true })), h("dd", { class: "markup" }, markdown(field.value)))),
        )
      : null,
    embed.image ? h("div", { class: "embed-image" }, picture(embedMedia(embed.image, message), embed.image.description)) : null,
    embed.thumbnail ? h("div", { class: "embed-thumbnail" }, picture(embedMedia(embed.thumbnail, message), "")) : null,
    foot
      ? h("div", { class: "embed-foot" }, small(embed.footer, message), embed.footer?.text ?? "", embed.footer?.text && embed.timestamp ? " · " : "", embed.timestamp ? stamp(Date.parse(embed.timestamp)) : "")
      : null,
  );
}

/** A passing line at the end of the pane, of this tab alone: a command on its way, or one that failed. */
export function notice(user, words, { failed = false, bot = null, onDismiss = () => {} } = {}) {
  return h(
    "article",
    { class: failed ? "message notice failed" : "message notice", role: failed ? "alert" : "status" },
    h("div", { class: "reply-line" }, avatar(user, "tiny"), name(user), ` used ${words.command}`),
    h("span", { class: "gutter" }, bot ? avatar(bot) : h("span", { class: "avatar", style: { background: colourOf(user) } }, "/")),
    h(
      "div",
      { class: "body" },
      bot ? h("header", { class: "head" }, name(bot), h("span", { class: "app-tag" }, "APP")) : null,
      h("div", { class: "content" }, failed ? h("div", { class: "failure" }, icon("warn"), words.text) : h("div", { class: "thinking" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), words.text)),
      failed ? h("footer", { class: "only-you" }, icon("eye"), "Only you can see this · ", h("button", { type: "button", class: "text-button", on: { click: onDismiss } }, "Dismiss message")) : null,
    ),
  );
}
