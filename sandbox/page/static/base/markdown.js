// Discord's markdown, drawn as elements: blocks first, then what stands inside a line. Never by way of markup.

import { h, link, safeUrl } from "./dom.js";
import { displayName, hex, state } from "./store.js";
import { timestamp } from "./time.js";

/** Draw a text as Discord does. `inline` leaves out blocks (headings, lists, quotes), as in names of fields. */
export function markdown(text, { inline = false, links = true } = {}) {
  const source = String(text ?? "").replace(/\r\n?/g, "\n");
  const holder = document.createDocumentFragment();
  if (inline) holder.append(...spans(source, { links }));
  else holder.append(...blocks(source, { links }));
  return holder;
}

const FENCE = /^```(?:([A-Za-z0-9_+.#-]+)\n)?([\s\S]*?)```/;

/** A text with its code blocks cut out: pieces of prose (strings) and code blocks ({ language, code }). */
function fences(text) {
  const pieces = [];
  let prose = "";
  let rest = text;
  while (rest) {
    const at = rest.indexOf("```");
    const found = at < 0 ? null : FENCE.exec(rest.slice(at));
    if (!found || !found[2].trim()) {
      const upTo = at < 0 ? rest.length : at + 3;
      prose += rest.slice(0, upTo);
      rest = rest.slice(upTo);
      continue;
    }
    prose += rest.slice(0, at);
    if (prose) pieces.push(prose);
    prose = "";
    pieces.push({ language: found[1] ?? "", code: found[2].replace(/^\n|\n$/g, "") });
    rest = rest.slice(at + found[0].length).replace(/^\n/, "");
  }
  if (prose) pieces.push(prose.replace(/\n$/, pieces.length ? "" : "\n"));
  return pieces;
}

function blocks(text, how) {
  return quotes(text).flatMap((part) => {
    if (part.quote !== undefined) return [h("blockquote", {}, blocks(part.quote, how))];
    return fences(part.text).flatMap((piece) => (typeof piece === "string" ? lines(piece, how) : [codeBlock(piece)]));
  });
}

/** A text cut into quotes (`> ` lines, or all that follows `>>> `) and what stands between them. */
function quotes(text) {
  const parts = [];
  const all = text.split("\n");
  let plain = [];
  let fenced = false;
  const flush = () => {
    if (plain.length) parts.push({ text: plain.join("\n") });
    plain = [];
  };
  for (let i = 0; i < all.length; i += 1) {
    const line = all[i];
    if (!fenced && line.startsWith(">>> ")) {
      flush();
      parts.push({ quote: [line.slice(4), ...all.slice(i + 1)].join("\n") });
      return parts;
    }
    if (!fenced && line.startsWith("> ")) {
      flush();
      const quoted = [];
      while (i < all.length && (all[i].startsWith("> ") || all[i] === ">")) {
        quoted.push(all[i].slice(2));
        i += 1;
      }
      i -= 1;
      parts.push({ quote: quoted.join("\n") });
      continue;
    }
    if ((line.split("```").length - 1) % 2 === 1) fenced = !fenced;
    plain.push(line);
  }
  flush();
  return parts;
}

const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

function lines(text, how) {
  const out = [];
  const all = text.split("\n");
  let run = [];
  const flush = () => {
    if (run.length) out.push(h("div", { class: "para" }, spans(run.join("\n"), how)));
    run = [];
  };
  for (let i = 0; i < all.length; i += 1) {
    const line = all[i];
    const heading = HEADING.exec(line);
    const subtext = SUBTEXT.exec(line);
    if (heading) {
      flush();
      out.push(h(`h${heading[1].length + 2}`, { class: `md-h${heading[1].length}` }, spans(heading[2], how)));
    } else if (subtext) {
      flush();
      out.push(h("div", { class: "subtext" }, spans(subtext[1], how)));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      while (i < all.length && ITEM.test(all[i])) {
        const [, indent, mark, body] = ITEM.exec(all[i]);
        items.push({ depth: Math.floor(indent.length / 2), number: /\d/.test(mark) ? parseInt(mark, 10) : null, body });
        i += 1;
      }
      i -= 1;
      out.push(...lists(items, how));
    } else {
      run.push(line);
    }
  }
  flush();
  return out;
}

/** Items with depths as nested lists. */
function lists(items, how) {
  const out = [];
  let i = 0;
  while (i < items.length) {
    const { depth, number } = items[i];
    const ordered = number !== null;
    const list = h(ordered ? "ol" : "ul", ordered && number !== 1 ? { start: number } : {});
    while (i < items.length && items[i].depth >= depth && (items[i].number !== null) === ordered) {
      const item = h("li", {}, spans(items[i].body, how));
      i += 1;
      const inner = [];
      while (i < items.length && items[i].depth > depth) inner.push(items[i++]);
      item.append(...lists(inner, how));
      list.append(item);
    }
    out.push(list);
  }
  return out;
}

/** A code block; `ansi` ones in colour, as players draw maps with. */
function codeBlock({ language, code }) {
  const holder = h("code", {});
  if (language.toLowerCase() === "ansi") holder.append(...ansi(code));
  else holder.append(code);
  return h("pre", { class: "code-block", tabindex: "0" }, holder);
}

function ansi(code) {
  let marks = [];
  const out = [];
  for (const piece of code.split(/(\u001b\[[\d;]*m)/)) {
    const found = /^\u001b\[([\d;]*)m$/.exec(piece);
    if (!found) {
      if (piece) out.push(h("span", { class: marks.map((mark) => `ansi-${mark}`).join(" ") }, piece));
      continue;
    }
    for (const number of found[1].split(";").map((n) => Number(n || 0))) {
      if (number === 0) marks = [];
      else if (number >= 30 && number <= 37) marks = [...marks.filter((m) => m < 30 || m > 37), number];
      else if (number >= 40 && number <= 47) marks = [...marks.filter((m) => m < 40 || m > 47), number];
      else if (number === 1 || number === 4) marks = [...marks, number];
    }
  }
  return out;
}

// What may stand inside a line, tried in this order at every place. Each has a pattern and a way to draw what it found.
const RULES = [
  [/^\\([^A-Za-z0-9\s])/, (m) => m[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => h("code", { class: "code" }, m[2].replace(/^ (?=`)|(?<=`) $/g, ""))],
  [/^<t:(-?\d{1,17})(?::([tTdDfFRsS]))?>/, (m) => timestamp(Number(m[1]), m[2])],
  [/^<@!?(\d+)>/, (m) => mention(`@${personName(m[1])}`, { mine: m[1] === state.me?.user.id })],
  [/^<@&(\d+)>/, (m) => roleMention(m[1])],
  [/^<#(\d+)>/, (m) => channelMention(m[1])],
  [/^<\/([^:>]{1,100}):\d+>/, (m) => commandMention(m[1])],
  [/^<a?:(\w{2,32}):\d+>/, (m) => h("span", { class: "emoji-name", title: `:${m[1]}:` }, `:${m[1]}:`)],
  [/^@(everyone|here)\b/, (m) => mention(m[0], { mine: true })],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: +"([^"]*)")?\)/, (m, how) => named(m, how)],
  [/^<(https?:\/\/[^\s>]+)>/, (m, how) => bare(m[1], how)],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, (m, how) => bare(m[0], how)],
  [/^\|\|([\s\S]+?)\|\|/, (m, how) => spoiler(spans(m[1], how))],
  [/^\*\*\*(?=\S)([\s\S]*?\S)\*\*\*/, (m, how) => h("strong", {}, h("em", {}, spans(m[1], how)))],
  [/^\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/, (m, how) => h("strong", {}, spans(m[1], how))],
  [/^__(?=\S)([\s\S]*?\S)__(?!_)/, (m, how) => h("u", {}, spans(m[1], how))],
  [/^~~(?=\S)([\s\S]*?\S)~~/, (m, how) => h("s", {}, spans(m[1], how))],
  [/^\*(?=[^\s*])((?:\*\*|[^*])*?[^\s*])\*(?!\*)/, (m, how) => h("em", {}, spans(m[1], how))],
  [/^_(?=[^\s_])((?:__|[^_])*?[^\s_])_(?![A-Za-z0-9_])/, (m, how) => h("em", {}, spans(m[1], how))],
];
const SPECIAL = /[\\`<@[|*_~]|https?:\/\//g;

/** What stands inside a line, as a list of nodes. */
function spans(text, how) {
  const out = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (!plain) return;
    plain.split("\n").forEach((line, index) => {
      if (index) out.push(h("br"));
      if (line) out.push(document.createTextNode(line));
    });
    plain = "";
  };
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text);
    if (!next) break;
    plain += text.slice(at, next.index);
    at = next.index;
    const drawn = drawAt(text, at, how);
    if (!drawn) {
      plain += text[at];
      at += 1;
    } else if (typeof drawn.node === "string") {
      plain += drawn.node;
      at += drawn.length;
    } else {
      flush();
      out.push(drawn.node);
      at += drawn.length;
    }
  }
  plain += text.slice(at);
  flush();
  return out;
}

function drawAt(text, at, how) {
  const rest = text.slice(at);
  const inWord = at > 0 && /[A-Za-z0-9_]/.test(text[at - 1]);
  for (const [pattern, draw] of RULES) {
    const found = pattern.exec(rest);
    if (!found) continue;
    if (inWord && rest[0] === "_" && rest[1] !== "_") continue;
    return { node: draw(found, how), length: found[0].length };
  }
  return null;
}

function named(found, how) {
  const inside = spans(found[1], { ...how, links: false });
  if (!how.links || !safeUrl(found[2])) return h("span", {}, inside);
  const anchor = link(found[2], inside);
  anchor.title = found[3] ?? found[2];
  return anchor;
}

const bare = (url, how) => (how.links ? link(url, url) : h("span", {}, url));

function personName(id) {
  const member = state.members.get(id);
  return member ? displayName(member.user) : "unknown-user";
}

function mention(text, { mine = false, colour = null } = {}) {
  const style = colour ? { color: colour, "--mention": colour } : {};
  return h("span", { class: mine ? "mention mention-me" : "mention", style }, text);
}

function roleMention(id) {
  const role = state.roles.get(id);
  const mine = (state.me?.roles ?? []).includes(id);
  return mention(`@${role?.name ?? "deleted-role"}`, { mine, colour: role?.color ? hex(role.color) : null });
}

function channelMention(id) {
  const channel = state.channels.get(id);
  if (!channel) return mention("# No access");
  return h("button", { class: "mention mention-button", type: "button", dataset: { channel: id } }, `#${channel.name}`);
}

function commandMention(path) {
  return h("button", { class: "mention mention-button", type: "button", dataset: { command: path } }, `/${path}`);
}

/** Hidden until it is asked for, by mouse or by key. */
export function spoiler(children) {
  const inside = h("span", { class: "spoiler-inside" }, children);
  const cover = h("span", { class: "spoiler", role: "button", tabindex: "0", aria: { label: "Spoiler, hidden", expanded: "false" } }, inside);
  const reveal = (event) => {
    if (cover.classList.contains("shown")) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    cover.classList.add("shown");
    cover.setAttribute("aria-expanded", "true");
    cover.removeAttribute("aria-label");
  };
  cover.addEventListener("click", reveal);
  cover.addEventListener("keydown", reveal);
  return cover;
}
