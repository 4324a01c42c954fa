// A menu to choose from: the select of a message or of a modal. Keyboard first: arrows, Enter, Escape, type to search.

import { announce, append, fill, h, icon, uid } from "./dom.js";
import { displayName, hex, isThread, nameColour, state } from "./store.js";
import { avatar } from "./people.js";

/** An emoji of a component: the character itself, or the name of a guild's own. */
export function emoji(given) {
  if (!given) return null;
  return h("span", { class: "emoji", aria: { hidden: "true" } }, given.id ? `:${given.name}:` : given.name);
}

function people() {
  return [...state.members.values()].map((member) => ({
    value: member.user.id,
    label: displayName(member.user),
    description: `@${member.user.username}`,
    mark: avatar(member.user, "tiny"),
    colour: nameColour(member.user.id),
  }));
}

function roles() {
  return [...state.roles.values()]
    .sort((a, b) => b.position - a.position)
    .map((role) => ({ value: role.id, label: `@${role.name.replace(/^@/, "")}`, colour: role.color ? hex(role.color) : null }));
}

function channels(types) {
  return [...state.channels.values()]
    .filter((channel) => !types?.length || types.includes(channel.type))
    .map((channel) => ({ value: channel.id, label: channel.name, mark: icon(isThread(channel) ? "thread" : "hash") }));
}

/** What a select offers: { value, label, description?, mark?, colour? } each. */
export function choicesOf(component) {
  switch (component.type) {
    case 3:
      return (component.options ?? []).map((option) => ({ ...option, mark: emoji(option.emoji) }));
    case 5:
      return people();
    case 6:
      return roles();
    case 7:
      return [...people(), ...roles()];
    default:
      return channels(component.channel_types);
  }
}

/** The values a select starts with. */
export function defaultsOf(component) {
  if (component.type === 3) return (component.options ?? []).filter((o) => o.default).map((o) => o.value);
  return (component.default_values ?? []).map((given) => String(given.id));
}

/**
 * The menu of a select component. `onClose(values)` is called when a choice was made: at once for a single one,
 * when the list closes for several. Gives { node, values(), setBusy(), reset() }.
 */
export function selectMenu(component, { onChoose = () => {}, label = null, disabled = false } = {}) {
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const many = most > 1;
  let chosen = defaultsOf(component);
  let shown = [];
  let active = 0;
  let before = "";
  const listId = uid("menu");
  const box = h("div", { class: "select-box" });
  const search = h("input", {
    class: "select-search",
    type: "text",
    placeholder: "Search",
    autocomplete: "off",
    role: "combobox",
    aria: { controls: listId, expanded: "true", label: `Search: ${label ?? component.placeholder ?? "options"}` },
  });
  const list = h("ul", { class: "select-list", id: listId, role: "listbox", aria: { multiselectable: String(many) } });
  const foot = h("div", { class: "select-foot" });
  const popup = h("div", { class: "select-popup", hidden: true }, search, list, foot);
  const button = h(
    "button",
    {
      class: "select-button",
      type: "button",
      disabled: disabled || component.disabled,
      aria: { haspopup: "listbox", expanded: "false", label: label ?? component.placeholder ?? "Make a selection" },
      dataset: { customId: component.custom_id ?? "" },
    },
  );
  append(box, [button, popup]);

  function drawButton() {
    const all = choicesOf(component);
    const picked = chosen.map((value) => all.find((choice) => choice.value === value)).filter(Boolean);
    const words = picked.length
      ? picked.map((choice) => h("span", { class: many ? "picked picked-many" : "picked" }, choice.mark?.cloneNode(true), choice.label))
      : h("span", { class: "placeholder" }, component.placeholder ?? "Make a selection");
    fill(button, h("span", { class: "select-words" }, words), icon("chevron"));
  }

  function drawList() {
    const wanted = search.value.trim().toLowerCase();
    shown = choicesOf(component).filter(
      (choice) => !wanted || `${choice.label} ${choice.description ?? ""}`.toLowerCase().includes(wanted),
    );
    active = Math.max(0, Math.min(active, shown.length - 1));
    fill(
      list,
      shown.map((choice, index) => {
        const on = chosen.includes(choice.value);
        const full = many && !on && chosen.length >= most;
        return h(
          "li",
          {
            id: `${listId}-${index}`,
            role: "option",
            class: `option${index === active ? " active" : ""}${full ? " full" : ""}`,
            aria: { selected: String(on), disabled: String(full) },
            on: {
              mousedown: (event) => event.preventDefault(),
              click: () => pick(index),
              mousemove: () => {
                if (active !== index) {
                  active = index;
                  mark();
                }
              },
            },
          },
          choice.mark ? h("span", { class: "option-mark" }, choice.mark) : null,
          h(
            "span",
            { class: "option-words" },
            h("span", { class: "option-label", style: choice.colour ? { color: choice.colour } : {} }, choice.label),
            choice.description ? h("span", { class: "option-about" }, choice.description) : null,
          ),
          many ? h("span", { class: `tick${on ? " on" : ""}`, aria: { hidden: "true" } }) : null,
        );
      }),
      shown.length ? null : h("li", { class: "nothing" }, "Nothing matches."),
    );
    fill(foot, many ? `${chosen.length} of ${least === most ? most : `${least} to ${most}`} chosen. Escape or click outside when done.` : "");
    foot.hidden = !many;
    mark();
  }

  function mark() {
    [...list.children].forEach((item, index) => item.classList.toggle("active", index === active));
    search.setAttribute("aria-activedescendant", shown.length ? `${listId}-${active}` : "");
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  function pick(index) {
    const choice = shown[index];
    if (!choice) return;
    if (!many) {
      chosen = least === 0 && chosen.includes(choice.value) ? [] : [choice.value];
      close(true);
      return;
    }
    if (chosen.includes(choice.value)) chosen = chosen.filter((value) => value !== choice.value);
    else if (chosen.length < most) chosen = [...chosen, choice.value];
    drawButton();
    drawList();
  }

  function open() {
    if (button.disabled || !popup.hidden) return;
    before = JSON.stringify(chosen);
    popup.hidden = false;
    button.setAttribute("aria-expanded", "true");
    search.value = "";
    active = Math.max(0, choicesOf(component).findIndex((choice) => chosen.includes(choice.value)));
    drawList();
    const room = window.innerHeight - button.getBoundingClientRect().bottom;
    popup.classList.toggle("above", room < 280 && button.getBoundingClientRect().top > room);
    search.focus();
    document.addEventListener("mousedown", outside, true);
  }

  function close(refocus) {
    if (popup.hidden) return;
    popup.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("mousedown", outside, true);
    drawButton();
    if (refocus) button.focus();
    const differs = JSON.stringify(chosen) !== before;
    if (many ? differs && chosen.length >= least : chosen.length || differs) {
      announce(`Chosen: ${chosen.length}`);
      onChoose([...chosen]);
    }
  }

  const outside = (event) => {
    if (!box.contains(event.target)) close(false);
  };
  button.addEventListener("click", () => (popup.hidden ? open() : close(true)));
  button.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      open();
    }
  });
  search.addEventListener("input", () => {
    active = 0;
    drawList();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      active = shown.length ? (active + step + shown.length) % shown.length : 0;
      mark();
    } else if (event.key === "Enter") {
      event.preventDefault();
      pick(active);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close(true);
    } else if (event.key === "Tab") {
      close(false);
    }
  });
  drawButton();
  return {
    node: box,
    values: () => [...chosen],
    setBusy: (busy) => {
      button.disabled = busy || disabled || Boolean(component.disabled);
      button.classList.toggle("busy", busy);
    },
    reset: () => {
      chosen = defaultsOf(component);
      drawButton();
    },
  };
}
