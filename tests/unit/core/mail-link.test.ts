import fc from "fast-check";
import { expect, it } from "vitest";
import { mailLink } from "#core/route/mail-link";
import { isInside } from "../../../src/ui/layout/link.tsx";

it.each([
  ["a@example.edu", {}, "mailto:a@example.edu"],
  ["a?cc=b@example.edu&bcc=c@example.edu", {}, "mailto:a%3Fcc%3Db@example.edu%26bcc%3Dc@example.edu"],
  ["a,b@example.edu", { subject: "x" }, "mailto:a%2Cb@example.edu?subject=x"],
  ["jürgen+#1@example.edu", {}, "mailto:j%C3%BCrgen%2B%231@example.edu"],
  [null, { subject: "50 % & more", body: "a\nb" }, "mailto:?subject=50%20%25%20%26%20more&body=a%0D%0Ab"],
] as const)("a mail to %s has the expected link", (address, start, link) => {
  expect(mailLink(address, start)).toBe(link);
});

it("a text changes only its own part of the link", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (address, subject) => {
      const [, to = "", query = ""] = /^mailto:([^?]*)\?(.*)$/.exec(mailLink(address, { subject })) ?? [];
      expect(decodeURIComponent(to)).toBe(address);
      expect(query.split("&")).toHaveLength(1);
      expect(decodeURIComponent(query.replace("subject=", ""))).toBe(subject.replaceAll(/\r\n?|\n/g, "\r\n"));
    }),
  );
});

it("a link of the portal leads only into the portal", () => {
  const inside = [
    "/",
    "/cntl/groups?q=a#b",
    "?q=../x",
    "#top",
    "/object/x?path=/../a",
    "/a/..b",
    "/a/223%2F1",
  ];
  const outside = [
    "",
    "cntl",
    "//evil.example",
    "/\\evil.example",
    "/a/../api",
    "/a/%2E%2e/api",
    "/a/.",
    "/\u0000a",
  ];
  outside.push("javascript:alert(1)", "https://evil.example/", "/a\\b", "/a\nb", " /a");
  expect(inside.filter((to) => !isInside(to))).toEqual([]);
  expect(outside.filter(isInside)).toEqual([]);
});
