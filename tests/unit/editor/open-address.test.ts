// @vitest-environment jsdom
import { expect, it } from "vitest";
import { isOpen } from "../../../src/editor/open-address.ts";

it.each(["/home", "/netdoc/sites/Süd hof", "/launch/nd.site/a%2Fb", "//nowhere", "//"])(
  "the path %s counts as open only while the window has its address",
  (path) => {
    window.history.replaceState(null, "", `${window.location.origin}${path}`);
    expect(isOpen(path)).toBe(true);
    window.history.pushState(null, "", "/docs");
    expect(isOpen(path)).toBe(false);
  },
);
