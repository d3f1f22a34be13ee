import { checkTemplate as checkDocument, type ReadTemplate } from "#contract/template-check/check";
import type { KnownCatalogue } from "#contract/template-check/known";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { parsedJson } from "#contract/values/json-text";

/** Reads a template from a file or pasted text (TPL-22). A text that is not JSON is one problem of the whole. */
export function readTemplate(text: string, catalogue: Catalogue): ReadTemplate {
  const document = parsedJson(text);
  if (document !== undefined) return checkTemplate(document, catalogue);
  return { ok: false, problems: [{ path: "", key: "notJson" }] };
}

/** Checks a document like the command does; without a catalogue its functions are not looked up. */
export function checkTemplate(document: unknown, catalogue: Catalogue | null): ReadTemplate {
  return checkDocument(document, catalogue === null ? null : knownFrom(catalogue));
}

function knownFrom(catalogue: Catalogue): KnownCatalogue {
  return {
    parametersOf: (fn) => {
      const at = fn.lastIndexOf(".");
      return catalogue.fn(fn.slice(0, at), fn.slice(at + 1))?.parameters ?? null;
    },
    hasAttribute: (type, name) => {
      const found = catalogue.objectType(type);
      return found === null ? null : found.attribute(name) !== null;
    },
  };
}
