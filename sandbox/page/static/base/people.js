// People: their pictures, and the list of members by role.

import { fill, h, safeUrl } from "./dom.js";
import { displayName, nameColour, state } from "./store.js";

const COLOURS = ["#5865f2", "#3ba55d", "#c27c0e", "#d1495b", "#9b59b6", "#1f9aa8", "#b0568f", "#5f7a8a"];

const NAMED = { red: "#c73e4d", blue: "#3f7fd8", green: "#3ba55d", gold: "#c79a2c", violet: "#9b59b6", white: "#e8eaf0", orange: "#d9772b", silver: "#a9b0bd", turquoise: "#1f9aa8", brown: "#8a5a3b", grey: "#7d8594" };

/** A colour that stays with a person: theirs by role, or the one they are called by, else one by their id. */
export function colourOf(user) {
  const own = nameColour(user.id) ?? NAMED[displayName(user).toLowerCase()];
  if (own) return own;
  const sum = [...String(user.id)].reduce((total, digit) => Math.imul(total, 31) + digit.charCodeAt(0), 7) >>> 0;
  return COLOURS[sum % COLOURS.length];
}

/** Black or white, whichever reads better upon a colour. */
function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? "#14161b" : "#ffffff";
}

/** A person's picture: theirs where there is one on this host, else their initials on their colour. */
export function avatar(user, size = "") {
  const own = user.avatar_url ? safeUrl(user.avatar_url) : null;
  if (own) return h("img", { class: `avatar ${size}`, src: own, alt: "" });
  const words = displayName(user).trim().split(/\s+/);
  const initials = (words.length > 1 ? words[0][0] + words[1][0] : [...(words[0] ?? "?")].slice(0, 2).join("")).toUpperCase();
  const colour = colourOf(user);
  return h("span", { class: `avatar ${size}`, style: { background: colour, color: inkOn(colour) }, aria: { hidden: "true" } }, initials);
}

/** The role a member is listed under: the highest that is shown apart, or null. */
function listedUnder(member) {
  const apart = member.roles.map((id) => state.roles.get(id)).filter((role) => role && (role.hoist || role.color));
  return apart.sort((a, b) => b.position - a.position)[0] ?? null;
}

/** The member list, grouped by role as Discord does; bots in a group of their own when no role lists them. */
export function drawMembers(holder) {
  const groups = new Map();
  for (const member of state.members.values()) {
    const role = listedUnder(member);
    const name = role ? role.name : member.user.bot ? "Bots" : "Members";
    if (!groups.has(name)) groups.set(name, { rank: role ? role.position : member.user.bot ? -1 : -2, members: [] });
    groups.get(name).members.push(member);
  }
  const sorted = [...groups].sort((a, b) => b[1].rank - a[1].rank);
  fill(
    holder,
    sorted.map(([name, { members }]) =>
      h(
        "section",
        { class: "member-group" },
        h("h3", {}, `${name} (${members.length})`),
        h(
          "ul",
          {},
          members
            .sort((a, b) => (displayName(a.user) < displayName(b.user) ? -1 : 1))
            .map((member) => memberRow(member)),
        ),
      ),
    ),
  );
}

function memberRow(member) {
  const under = listedUnder(member);
  const others = member.roles
    .map((id) => state.roles.get(id))
    .filter((role) => role && role !== under && role.id !== state.guild.id && !role.managed)
    .sort((a, b) => b.position - a.position)
    .map((role) => role.name);
  const colour = nameColour(member.user.id);
  const mine = member.user.id === state.me.user.id;
  return h(
    "li",
    { class: mine ? "member me" : "member", title: others.length ? `Roles: ${others.join(", ")}` : `@${member.user.username}` },
    avatar(member.user, "small"),
    h(
      "span",
      { class: "member-words" },
      h("span", { class: "member-name", style: colour ? { color: colour } : {} }, displayName(member.user), mine ? h("span", { class: "you" }, " (you)") : null),
      others.length ? h("span", { class: "member-roles" }, others.join(", ")) : null,
    ),
    member.user.bot ? h("span", { class: "app-tag" }, "APP") : null,
  );
}
