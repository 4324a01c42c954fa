// What a message carries to be clicked: buttons and selects (components v1) and laid-out messages (components v2).

import { act, Refused } from "../base/api.js";
import { append, h, icon, link, safeUrl } from "../base/dom.js";
import { markdown, spoiler } from "../base/markdown.js";
import { bytes, picture } from "../base/media.js";
import { emoji, selectMenu } from "../base/select.js";
import { hex } from "../base/store.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

/** Draw a message's components. `fail(text)` shows a line under the message. */
export function drawComponents(message, fail) {
  return (message.components ?? []).map((component) => draw(component, { message, fail }));
}

function draw(component, at) {
  const known = DRAWINGS[component.type];
  return known ? known(component, at) : null;
}

const all = (components, at) => (components ?? []).map((component) => draw(component, at));

const DRAWINGS = {
  1: (c, at) => h("div", { class: "action-row", role: "group" }, all(c.components, at)),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: (c, at) =>
    h("div", { class: "section" }, h("div", { class: "section-text" }, all(c.components, at)), draw(c.accessory, at)),
  10: (c) => h("div", { class: "text-display markup" }, markdown(c.content)),
  11: (c, at) => h("div", { class: "thumbnail" }, media(c.media, c, at)),
  12: gallery,
  13: (c, at) => veil(c, fileCard(c.file, c.name, c.size, at)),
  14: (c) =>
    h("hr", { class: `separator ${c.spacing === 2 ? "wide" : ""} ${c.divider === false ? "blank" : ""}`, aria: { hidden: String(c.divider === false) } }),
  17: container,
};

async function send(at, component, values, busy) {
  busy(true);
  try {
    await act("component", {
      channel: at.message.channel_id,
      message: at.message.id,
      custom_id: component.custom_id,
      values,
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    at.fail(error.message);
  } finally {
    busy(false);
  }
}

function button(component, at) {
  const words = [emoji(component.emoji), component.label ? h("span", {}, component.label) : null];
  const look = `button ${STYLES[component.style] ?? "secondary"}`;
  if (component.style === 5) {
    if (component.disabled || !safeUrl(component.url)) return h("button", { class: look, type: "button", disabled: true }, words);
    const anchor = link(component.url, words, icon("external"));
    anchor.className = look;
    return anchor;
  }
  const node = h(
    "button",
    {
      class: look,
      type: "button",
      disabled: component.disabled,
      dataset: { customId: component.custom_id },
      aria: component.label ? {} : { label: component.emoji?.name ?? "Button" },
    },
    words,
  );
  const busy = (on) => {
    node.classList.toggle("busy", on);
    node.setAttribute("aria-busy", String(on));
  };
  node.addEventListener("click", () => {
    if (!node.classList.contains("busy")) send(at, component, [], busy);
  });
  return node;
}

function menu(component, at) {
  const made = selectMenu(component, {
    onChoose: (values) => send(at, component, values, (on) => made.setBusy(on)),
  });
  return made.node;
}

function container(component, at) {
  const colour = component.accent_color;
  const node = h(
    "div",
    {
      class: `container${colour === null || colour === undefined ? "" : " accented"}`,
      style: colour === null || colour === undefined ? {} : { "--accent-bar": hex(colour) },
    },
    all(component.components, at),
  );
  return veil(component, node);
}

function gallery(component, at) {
  const items = component.items ?? [];
  return h("div", { class: `gallery of-${Math.min(items.length, 4)}` }, items.map((item) => media(item.media, item, at)));
}

/** The file that an `attachment://name` stands for, or the media item as it is. */
function resolve(given, at) {
  const name = /^attachment:\/\/(.+)$/.exec(given?.url ?? "")?.[1];
  return name ? { ...given, ...(at.message.attachments ?? []).find((file) => file.filename === name) } : given;
}

function media(given, around, at) {
  return veil(around, picture(resolve(given, at), around.description ?? given?.description ?? ""));
}

function veil(around, node) {
  return around.spoiler ? spoiler(node) : node;
}

/** A file as a card to open or save. */
export function fileCard(given, name, size, at) {
  const file = at ? resolve(given, at) : given;
  const title = name ?? file.filename ?? decodeURIComponent(String(file.url ?? "file").split("/").pop().split("?")[0]);
  const length = size ?? file.size;
  return h(
    "div",
    { class: "file-card" },
    icon("file"),
    append(h("div", { class: "file-words" }), [
      link(file.url, title),
      Number.isFinite(length) ? h("div", { class: "file-size" }, bytes(length)) : null,
    ]),
  );
}
