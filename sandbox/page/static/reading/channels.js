// The list of channels, with the threads under each and marks for what is unread.

import { fill, h, icon } from "../base/dom.js";
import { isPrivateThread, isThread, isUnread, mentionsUnread, newest, order, state } from "../base/store.js";

const CATEGORY = 4;
const TEXT = new Set([0, 5]);
const DIRECT = 1;

/** Channels in the order of the guild: by position, then by age. */
function inOrder(channels) {
  return channels.sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || order(a.id, b.id));
}

/** The channel a member lands in first. */
export function firstChannel() {
  return inOrder([...state.channels.values()].filter((channel) => channel.type === 0))[0]?.id ?? null;
}

const archived = (thread) => Boolean(thread.thread_metadata?.archived);

/** Draw the list. Clicks are told by `data-channel`, which the page listens for. */
export function drawChannels(holder) {
  const all = [...state.channels.values()];
  const threads = all.filter(isThread);
  const rooms = inOrder(all.filter((channel) => !isThread(channel) && TEXT.has(channel.type)));
  const categories = inOrder(all.filter((channel) => channel.type === CATEGORY));
  const group = (list) => h("ul", { class: "channel-list" }, list.map((channel) => room(channel, threads)));
  const direct = all.filter((channel) => channel.type === DIRECT);
  const loose = rooms.filter((channel) => !channel.parent_id || !state.channels.has(channel.parent_id));
  fill(
    holder,
    loose.length ? group(loose) : null,
    categories.map((category) =>
      h("section", {}, h("h3", { class: "category" }, category.name), group(rooms.filter((channel) => channel.parent_id === category.id))),
    ),
    direct.length ? h("section", {}, h("h3", { class: "category" }, "Direct messages"), group(direct)) : null,
  );
}

function room(channel, threads) {
  const under = threads
    .filter((thread) => thread.parent_id === channel.id && (!archived(thread) || thread.id === state.current))
    .sort((a, b) => order(newest(b.id) ?? b.id, newest(a.id) ?? a.id));
  return h(
    "li",
    {},
    row(channel, channel.type === DIRECT ? "at" : "hash"),
    under.length ? h("ul", { class: "thread-list" }, under.map((thread) => h("li", {}, row(thread, isPrivateThread(thread) ? "lock" : "thread")))) : null,
  );
}

function row(channel, mark) {
  const here = channel.id === state.current;
  const unread = isUnread(channel.id);
  const pings = mentionsUnread(channel.id);
  const kind = isPrivateThread(channel) ? "private thread" : isThread(channel) ? "thread" : channel.type === DIRECT ? "direct messages" : "channel";
  return h(
    "button",
    {
      type: "button",
      class: `channel${here ? " here" : ""}${unread ? " unread" : ""}`,
      dataset: { channel: channel.id },
      aria: { ...(here ? { current: "page" } : {}), label: `${channel.name}, ${kind}${unread ? ", unread" : ""}${pings ? `, ${pings} mention${pings > 1 ? "s" : ""}` : ""}` },
    },
    icon(mark),
    h("span", { class: "channel-name" }, channel.name),
    pings ? h("span", { class: "pings", aria: { hidden: "true" } }, pings) : null,
  );
}
