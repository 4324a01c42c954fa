// Forms that a bot opens: text inputs, and labels with selects, radio buttons, checkboxes and files.

import { act, Refused } from "../base/api.js";
import { fill, h, icon, uid } from "../base/dom.js";
import { markdown } from "../base/markdown.js";
import { bytes } from "../base/media.js";
import { avatar } from "../base/people.js";
import { selectMenu } from "../base/select.js";
import { state } from "../base/store.js";

const dialog = document.getElementById("modal");

/** Open a form. It closes when the bot has taken it, or when the member cancels. */
export function openModal(modal) {
  const fields = [];
  const problem = h("div", { class: "modal-problem", role: "alert" });
  const submit = h("button", { type: "submit", class: "button primary" }, "Submit");
  const title = uid("modal-title");
  const bot = [...state.members.values()].find((member) => member.user.bot);
  const form = h(
    "form",
    { class: "modal-form", novalidate: true },
    h("header", { class: "modal-head" }, bot ? avatar(bot.user, "small") : null, h("h2", { id: title }, modal.title), h("button", { type: "button", class: "icon-button", aria: { label: "Cancel" }, on: { click: () => dialog.close() } }, icon("close"))),
    h("div", { class: "modal-body" }, (modal.components ?? []).map((component) => drawTop(component, fields))),
    problem,
    h("footer", { class: "modal-foot" }, h("span", { class: "modal-note" }, "This form goes to the bot. Never type a password."), h("button", { type: "button", class: "button secondary", on: { click: () => dialog.close() } }, "Cancel"), submit),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    const wrong = fields.map((field) => field.check()).filter(Boolean);
    if (wrong.length) {
      problem.textContent = wrong.length === 1 ? "One field needs another look." : `${wrong.length} fields need another look.`;
      fields.find((field) => field.wrong())?.focus();
      return;
    }
    submit.disabled = true;
    submit.setAttribute("aria-busy", "true");
    const values = {};
    const files = [];
    for (const field of fields) {
      if (field.files) for (const file of field.files()) files.push([field.id, file]);
      else values[field.id] = field.value();
    }
    try {
      await act("modal", { modal: modal.id, fields: values }, files);
      dialog.close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problem.textContent = error.message;
    } finally {
      submit.disabled = false;
      submit.removeAttribute("aria-busy");
    }
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  fill(dialog, form);
  dialog.setAttribute("aria-labelledby", title);
  if (!dialog.open) dialog.showModal();
  fields[0]?.focus();
}

function drawTop(component, fields) {
  if (component.type === 1) return (component.components ?? []).map((inner) => labelled(inner, inner.label ?? "", null, fields));
  if (component.type === 10) return h("div", { class: "markup modal-text" }, markdown(component.content));
  if (component.type === 18) return labelled(component.component, component.label, component.description, fields);
  return labelled(component, component.label ?? component.placeholder ?? "", null, fields);
}

/** A field with its label, its description, its own error line; joins `fields`. */
function labelled(component, label, about, fields) {
  const make = CONTROLS[component.type];
  if (!make) return null;
  const ids = { control: uid("field"), label: uid("label"), about: uid("about"), error: uid("error") };
  const needed = component.type !== 23 && component.required !== false;
  const control = make(component, { ids, label, needed });
  const error = h("div", { class: "field-error", id: ids.error, role: "alert" });
  let last = null;
  fields.push({
    id: component.custom_id,
    value: control.value,
    files: control.files,
    focus: control.focus,
    wrong: () => last,
    check: () => {
      last = control.check();
      error.textContent = last ?? "";
      holder.classList.toggle("wrong", Boolean(last));
      return last;
    },
  });
  const words = [label, needed ? h("span", { class: "required", aria: { hidden: "true" } }, " *") : component.type === 23 ? null : h("span", { class: "optional-mark" }, " optional")];
  const holder = h(
    control.group ? "fieldset" : "div",
    { class: "modal-field" },
    control.group ? h("legend", { id: ids.label }, words) : h("label", { id: ids.label, for: ids.control }, words),
    about ? h("div", { class: "field-about", id: ids.about }, about) : null,
    control.node,
    error,
  );
  return holder;
}

const CONTROLS = { 3: menu, 4: textInput, 5: menu, 6: menu, 7: menu, 8: menu, 19: fileUpload, 21: radios, 22: checkboxes, 23: checkbox };

function textInput(component, { ids, needed }) {
  const long = component.style === 2;
  const most = component.max_length ?? 4000;
  const least = component.min_length ?? 0;
  const node = h(long ? "textarea" : "input", {
    id: ids.control,
    class: "text-input",
    type: long ? null : "text",
    rows: long ? 7 : null,
    placeholder: component.placeholder,
    maxlength: most,
    autocomplete: "off",
    dataset: { customId: component.custom_id },
    aria: { required: String(needed), describedby: `${ids.about} ${ids.error}` },
  });
  node.value = component.value ?? "";
  const left = h("span", { class: "count", aria: { hidden: "true" } });
  const count = () => fill(left, long || component.max_length ? `${node.value.length} / ${most}` : "");
  node.addEventListener("input", count);
  count();
  return {
    node: h("div", { class: "text-holder" }, node, left),
    value: () => node.value,
    focus: () => node.focus(),
    check: () => {
      if (!node.value) return needed ? "This field is required." : null;
      if (node.value.length < least) return `At least ${least} characters.`;
      return node.value.length > most ? `At most ${most} characters.` : null;
    },
  };
}

function menu(component, { label, needed }) {
  const made = selectMenu(needed ? component : { ...component, min_values: 0 }, { label });
  const least = component.min_values ?? 1;
  return {
    node: made.node,
    value: () => made.values(),
    focus: () => made.node.querySelector("button").focus(),
    check: () => {
      const count = made.values().length;
      if (!count) return needed ? "Choose something." : null;
      return count < least ? `Choose at least ${least}.` : null;
    },
  };
}

function option(kind, name, given, checked) {
  const id = uid("option");
  const input = h("input", { type: kind, id, name, value: given.value, checked });
  const node = h("label", { class: "check-row", for: id }, input, h("span", { class: "check-words" }, h("span", {}, given.label), given.description ? h("span", { class: "option-about" }, given.description) : null));
  return { node, input };
}

function radios(component, { needed }) {
  const name = uid("radio");
  const rows = (component.options ?? []).map((given) => option("radio", name, given, Boolean(given.default)));
  const value = () => rows.find((row) => row.input.checked)?.input.value ?? null;
  return {
    group: true,
    node: h("div", { class: "checks", role: "radiogroup" }, rows.map((row) => row.node)),
    value,
    focus: () => (rows.find((row) => row.input.checked) ?? rows[0])?.input.focus(),
    check: () => (needed && value() === null ? "Choose one." : null),
  };
}

function checkboxes(component, { needed }) {
  const rows = (component.options ?? []).map((given) => option("checkbox", uid("check"), given, Boolean(given.default)));
  const value = () => rows.filter((row) => row.input.checked).map((row) => row.input.value);
  const least = component.min_values ?? 1;
  const most = component.max_values ?? rows.length;
  return {
    group: true,
    node: h("div", { class: "checks" }, rows.map((row) => row.node)),
    value,
    focus: () => rows[0]?.input.focus(),
    check: () => {
      const count = value().length;
      if (!count && !needed) return null;
      if (count < least) return least === 1 ? "Choose at least one." : `Choose at least ${least}.`;
      return count > most ? `Choose at most ${most}.` : null;
    },
  };
}

function checkbox(component, { ids }) {
  const input = h("input", { type: "checkbox", id: ids.control, checked: Boolean(component.default), dataset: { customId: component.custom_id } });
  return { node: h("div", { class: "checks single" }, input), value: () => input.checked, focus: () => input.focus(), check: () => null };
}

function fileUpload(component, { ids, needed }) {
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const input = h("input", { type: "file", id: ids.control, multiple: most > 1, class: "file-input", dataset: { customId: component.custom_id } });
  const names = h("div", { class: "file-names" });
  input.addEventListener("change", () => fill(names, [...input.files].map((file) => h("div", {}, `${file.name} (${bytes(file.size)})`))));
  return {
    node: h("div", {}, input, most > 1 ? names : null),
    value: () => null,
    files: () => [...input.files],
    focus: () => input.focus(),
    check: () => {
      const count = input.files.length;
      if (!count) return needed ? "Choose a file." : null;
      if (count < least) return `Choose at least ${least} files.`;
      return count > most ? `Choose at most ${most} file${most === 1 ? "" : "s"}.` : null;
    },
  };
}
