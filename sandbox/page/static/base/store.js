// What this tab's member knows: guild, people, channels, messages and the clock. Other modules read it from here.

export const state = {
  guild: null,
  me: null,
  roles: new Map(),
  members: new Map(),
  channels: new Map(),
  messages: new Map(),
  commands: [],
  current: null,
  reads: new Map(),
  dismissed: new Set(),
  pending: new Map(),
  drift: 0,
};

const THREADS = new Set([10, 11, 12]);
const listeners = new Set();

/** Be told of every change, as a short word: "view", "message", "channel", "clock", ... */
export function onChange(listener) {
  listeners.add(listener);
}

/** Tell everybody that something changed. */
export function changed(what, detail = {}) {
  for (const listener of listeners) listener(what, detail);
}

/** The game's time now, in milliseconds since 1970. */
export function now() {
  return Date.now() + state.drift;
}

/** Snowflakes as numbers that compare. */
export function order(a, b) {
  const left = BigInt(a);
  const right = BigInt(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

const SEND_MESSAGES = 1n << 11n;
const SEND_IN_THREADS = 1n << 38n;

/** Whether this member may write in a channel. */
export function mayWrite(channel) {
  if (channel.permissions === undefined) return true;
  return Boolean(BigInt(channel.permissions) & (isThread(channel) ? SEND_IN_THREADS : SEND_MESSAGES));
}

export const isThread = (channel) => THREADS.has(channel.type);
export const isPrivateThread = (channel) => channel.type === 12;

/** What a channel holds for this member, oldest first, without what was dismissed. */
export function messagesIn(channelId) {
  const held = state.messages.get(channelId);
  if (!held) return [];
  return [...held.values()].filter((message) => !state.dismissed.has(message.id)).sort((a, b) => order(a.id, b.id));
}

/** The newest message id in a channel, or null. */
export function newest(channelId) {
  let last = null;
  for (const id of (state.messages.get(channelId) ?? new Map()).keys()) if (!last || order(id, last) > 0) last = id;
  return last;
}

export function isUnread(channelId) {
  if (channelId === state.current && document.visibilityState === "visible") return false;
  const last = newest(channelId);
  const read = state.reads.get(channelId);
  return Boolean(last) && (!read || order(last, read) > 0);
}

/** How many unread messages of a channel speak to this member by name, by role or to everyone. */
export function mentionsUnread(channelId) {
  if (!isUnread(channelId)) return 0;
  const read = state.reads.get(channelId);
  return messagesIn(channelId).filter((m) => (!read || order(m.id, read) > 0) && mentionsMe(m)).length;
}

export function mentionsMe(message) {
  if (!state.me) return false;
  if (message.mention_everyone) return true;
  if ((message.mentions ?? []).some((user) => user.id === state.me.user.id)) return true;
  return (message.mention_roles ?? []).some((role) => (state.me.roles ?? []).includes(role));
}

/** Everything up to the newest message of a channel counts as read. */
export function markRead(channelId) {
  const last = newest(channelId);
  if (!last || state.reads.get(channelId) === last) return;
  state.reads.set(channelId, last);
  keep();
  changed("reads");
}

function storeKey() {
  return `umpire-sandbox:${state.guild?.id}:${state.me?.user.id}`;
}

function keep() {
  try {
    const kept = { reads: [...state.reads], dismissed: [...state.dismissed] };
    window.localStorage.setItem(storeKey(), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still plays; only the unread marks start afresh.
  }
}

function recall() {
  try {
    const kept = JSON.parse(window.localStorage.getItem(storeKey()) ?? "null");
    return kept ? { reads: new Map(kept.reads), dismissed: new Set(kept.dismissed) } : null;
  } catch {
    return null;
  }
}

/** Hide an ephemeral message for good, as "Dismiss message" does. */
export function dismiss(message) {
  state.dismissed.add(message.id);
  keep();
  changed("message", { channel: message.channel_id });
}

export function displayName(user) {
  if (!user) return "Somebody";
  const member = state.members.get(user.id);
  return member?.nick ?? member?.user.global_name ?? user.global_name ?? user.username;
}

/** The colour of a person's name: that of the highest role that has one, or null. */
export function nameColour(userId) {
  const member = state.members.get(userId);
  const coloured = (member?.roles ?? [])
    .map((id) => state.roles.get(id))
    .filter((role) => role && role.color)
    .sort((a, b) => b.position - a.position);
  return coloured.length ? hex(coloured[0].color) : null;
}

export const hex = (number) => `#${Number(number).toString(16).padStart(6, "0")}`;

/** Take in the whole view, as the stream sends it first. */
function takeView(view) {
  state.guild = view.guild;
  state.me = view.me;
  state.roles = new Map(view.roles.map((role) => [role.id, role]));
  state.members = new Map(view.members.map((member) => [member.user.id, member]));
  state.channels = new Map(view.channels.map((channel) => [channel.id, channel]));
  state.messages = new Map(
    Object.entries(view.messages).map(([id, list]) => [id, new Map(list.map((m) => [m.id, m]))]),
  );
  takeClock(view.now);
  const kept = recall();
  if (kept) {
    state.reads = kept.reads;
    state.dismissed = kept.dismissed;
  } else {
    for (const id of state.channels.keys()) if (newest(id)) state.reads.set(id, newest(id));
    keep();
  }
}

function takeClock(instant) {
  state.drift = Date.parse(instant) - Date.now();
}

function room(channelId) {
  if (!state.messages.has(channelId)) state.messages.set(channelId, new Map());
  return state.messages.get(channelId);
}

/** Take in one event of the stream and tell the listeners. */
export function take(event) {
  const data = event.data;
  switch (event.type) {
    case "view":
      takeView(data);
      changed("view");
      break;
    case "message.create":
    case "message.update": {
      const held = room(data.channel_id);
      held.set(data.id, { ...held.get(data.id), ...data });
      changed("message", { channel: data.channel_id, message: data, fresh: event.type === "message.create" });
      break;
    }
    case "message.delete":
      room(data.channel_id).delete(data.id);
      changed("message", { channel: data.channel_id });
      break;
    case "channel.create":
    case "channel.update":
    case "thread.create":
    case "thread.update":
      state.channels.set(data.id, { ...state.channels.get(data.id), ...data });
      changed("channel", { channel: data.id });
      break;
    case "channel.delete":
    case "thread.delete":
      state.channels.delete(data.id);
      state.messages.delete(data.id);
      changed("channel", { channel: data.id });
      break;
    case "clock":
      takeClock(data.now);
      changed("clock");
      break;
    case "modal.open":
      changed("modal", data);
      break;
    case "interaction.failed":
      changed("failed", data);
      break;
    case "typing":
      changed("typing", data);
      break;
    case "commands.changed":
      changed("commands");
      break;
    default:
      break;
  }
}
