import { expect, it } from "vitest";
import { tokenFileEntry } from "#core/session/token-file";

it("[TOK-09] [CONST-17] the file entry of a token contains its text and is readable by its owner only", () => {
  expect(JSON.parse(tokenFileEntry("np_a b"))).toMatchObject({
    mode: 384,
    contents: { source: "data:,np_a%20b" },
  });
});
