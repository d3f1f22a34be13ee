// @vitest-environment jsdom
import { expect, it } from "vitest";
import { elementNamed } from "../../../src/ui/layout/element-named.ts";

it("the hash of an address finds its element in any spelling; an unreadable hash finds nothing", () => {
  document.body.innerHTML = '<h2 id="list-über">Über</h2>';
  for (const hash of ["#list-über", "#list-%C3%BCber"]) expect(elementNamed(hash)?.textContent).toBe("Über");
  for (const hash of ["", "#", "#nothing", "#%", "#%E0%A4%A"]) expect(elementNamed(hash)).toBeNull();
});
