// Slash commands as the client sees them: full paths, parameters, what may be typed and when it is not valid.

import { displayName, hex, isThread, nameColour, state } from "../base/store.js";

export const STRING = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const ROLE = 8;
export const MENTIONABLE = 9;
export const NUMBER = 10;
export const ATTACHMENT = 11;

const KINDS = {
  [STRING]: "text",
  [INTEGER]: "whole number",
  [BOOLEAN]: "true or false",
  [USER]: "member",
  [CHANNEL]: "channel",
  [ROLE]: "role",
  [MENTIONABLE]: "member or role",
  [NUMBER]: "number",
  [ATTACHMENT]: "file",
};

/** What kind of value a parameter takes, in words, with its bounds. */
export function kindOf(option) {
  if (option.choices?.length) return "one of the list";
  const parts = [KINDS[option.type] ?? "value"];
  const [least, most] = option.type === STRING ? [option.min_length, option.max_length] : [option.min_value, option.max_value];
  const unit = option.type === STRING ? " characters" : "";
  if (least !== undefined && most !== undefined) parts.push(`${least} to ${most}${unit}`);
  else if (least !== undefined) parts.push(`at least ${least}${unit}`);
  else if (most !== undefined) parts.push(`at most ${most}${unit}`);
  return parts.join(", ");
}

/** Every command that can be run: { path, description, options, first }, groups and subcommands spelled out; what is
 * used most in the channel comes first. */
export function flatten(commands) {
  const out = [];
  const walk = (path, node, first) => {
    const inner = (node.options ?? []).filter((option) => option.type === 1 || option.type === 2);
    if (inner.length) for (const option of inner) walk(`${path} ${option.name}`, option, first);
    else out.push({ path, description: node.description ?? "", options: node.options ?? [], first });
  };
  for (const command of commands) if ((command.type ?? 1) === 1) walk(command.name, command, Boolean(command.first));
  return out.sort((a, b) => b.first - a.first || (a.path < b.path ? -1 : 1));
}

/** The commands that fit what was typed after the slash, best first. */
export function search(entries, typed) {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, " ");
  if (!wanted) return entries;
  const words = wanted.split(" ");
  const scored = entries.map((entry) => {
    const path = entry.path.toLowerCase();
    const parts = path.split(" ");
    let score = null;
    if (path.startsWith(wanted)) score = 0;
    else if (parts.some((part) => part.startsWith(wanted))) score = 1;
    else if (words.every((word) => parts.some((part) => part.startsWith(word)))) score = 2;
    else if (words.every((word) => path.includes(word))) score = 3;
    else if (words.every((word) => `${path} ${entry.description.toLowerCase()}`.includes(word))) score = 4;
    return { entry, score };
  });
  return scored.filter(({ score }) => score !== null).sort((a, b) => a.score - b.score).map(({ entry }) => entry);
}

/** Whether the bot is asked for suggestions while this parameter is typed. */
export const asksBot = (option) => Boolean(option.autocomplete);

/** Whether only a listed value may be given. */
export const isListed = (option) =>
  Boolean(option.choices?.length) || [BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE].includes(option.type);

function everyone() {
  return [...state.members.values()].map((member) => ({
    name: displayName(member.user),
    about: `@${member.user.username}`,
    value: member.user.id,
    user: member.user,
    colour: nameColour(member.user.id),
  }));
}

const roles = () =>
  [...state.roles.values()].map((role) => ({ name: `@${role.name.replace(/^@/, "")}`, value: role.id, colour: role.color ? hex(role.color) : null }));

const channels = (types) =>
  [...state.channels.values()]
    .filter((channel) => !types?.length || types.includes(channel.type))
    .map((channel) => ({ name: `#${channel.name}`, value: channel.id, about: isThread(channel) ? "thread" : "" }));

/** What the page itself can list for a parameter, before it is narrowed by what was typed. */
export function listed(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ name: choice.name, value: choice.value }));
  switch (option.type) {
    case BOOLEAN:
      return [
        { name: "True", value: true },
        { name: "False", value: false },
      ];
    case USER:
      return everyone();
    case ROLE:
      return roles();
    case MENTIONABLE:
      return [...everyone(), ...roles()];
    case CHANNEL:
      return channels(option.channel_types);
    default:
      return [];
  }
}

/** Those of `choices` that fit the typed text, starts first. */
export function narrow(choices, typed) {
  const wanted = typed.trim().toLowerCase().replace(/^[@#]/, "");
  if (!wanted) return choices;
  const text = (choice) => `${choice.name} ${choice.about ?? ""}`.toLowerCase();
  const starts = choices.filter((choice) => choice.name.toLowerCase().replace(/^[@#]/, "").startsWith(wanted));
  return [...starts, ...choices.filter((choice) => !starts.includes(choice) && text(choice).includes(wanted))];
}

/** Check one parameter as the client does. Gives { value } (undefined when left empty) or { error }. */
export function checkValue(option, { text, chosen, file }) {
  if (option.type === ATTACHMENT) {
    if (file) return { value: file };
    return option.required ? { error: "Choose a file." } : { value: undefined };
  }
  const typed = text.trim();
  if (!typed && !chosen) return option.required ? { error: "This option is required." } : { value: undefined };
  if (chosen) return { value: chosen.value };
  if (isListed(option)) {
    const same = listed(option).find((choice) => choice.name.toLowerCase().replace(/^[@#]/, "") === typed.toLowerCase().replace(/^[@#]/, ""));
    return same ? { value: same.value } : { error: `Choose one of the list: ${KINDS[option.type] === "text" ? option.name : KINDS[option.type]}.` };
  }
  if (option.type === INTEGER || option.type === NUMBER) return checkNumber(option, typed);
  if (option.min_length !== undefined && typed.length < option.min_length) return { error: `At least ${option.min_length} characters.` };
  const most = option.max_length ?? 6000;
  if (typed.length > most) return { error: `At most ${most} characters; this is ${typed.length}.` };
  return { value: typed };
}

function checkNumber(option, typed) {
  const whole = option.type === INTEGER;
  const number = Number(typed);
  if (whole ? !/^[+-]?\d+$/.test(typed) || !Number.isSafeInteger(number) : !Number.isFinite(number)) {
    return { error: whole ? "Type a whole number." : "Type a number." };
  }
  if (option.min_value !== undefined && number < option.min_value) return { error: `At least ${option.min_value}.` };
  if (option.max_value !== undefined && number > option.max_value) return { error: `At most ${option.max_value}.` };
  return { value: number };
}

/** What was typed behind a command's path, dealt out to its parameters: `name:value` each, or all to the first. */
export function dealOut(entry, rest) {
  const typed = rest.trim();
  if (!typed || !entry.options.length) return {};
  const names = entry.options.map((option) => option.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pieces = typed.split(new RegExp(`(?:^|\\s)(${names.join("|")}):\\s*`, "i"));
  const values = {};
  if (pieces[0].trim()) values[entry.options[0].name] = pieces[0].trim();
  for (let i = 1; i < pieces.length; i += 2) values[pieces[i].toLowerCase()] = pieces[i + 1].trim();
  return values;
}
