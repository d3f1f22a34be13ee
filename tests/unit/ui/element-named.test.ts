// @vitest-environment jsdom
import { expect, it } from "vitest";
import { elementNamed } from "../../../src/ui/layout/element-named.ts";

it("what the hash of an address names is found in any spelling; one that cannot be read names nothing", () => {
  document.body.innerHTML = '<h2 id="list-über">Über</h2>';
  for (const hash of ["#list-über", "#list-%C3%BCber"]) expect(elementNamed(hash)?.textContent).toBe("Über");
  for (const hash of ["", "#", "#nothing", "#%", "#%E0%A4%A"]) expect(elementNamed(hash)).toBeNull();
});
