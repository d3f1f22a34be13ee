import { expect, it } from "vitest";
import { isObject, textIn, type Json } from "#contract/wire/json";
import { faultWords } from "../../../server/wapi/describe/fault-words.ts";
import { describe } from "../../../server/wapi/describe/metadata.ts";
import { openApi } from "../../../server/wapi/describe/openapi.ts";
import { spokenText } from "../../../server/wapi/describe/row.ts";
import { transactionSchema } from "../../../server/wapi/describe/step-schema.ts";
import { expectRecorded } from "../../support/recording.ts";
import { workshop } from "../../support/workshop.ts";

/** One line for each member. A text in both languages is written as `<text>`, and repeated members are omitted. */
function linesOf(name: string, members: Json): readonly string[] {
  return Object.entries(members as object).map(
    ([key, value]) => `${name} ${key} ${JSON.stringify(value, shortened)}`,
  );
}

function shortened(_: string, part: Json): Json {
  const text = spokenText(part);
  if (text !== null && text.de === `${text.en} (de)`) return `<${text.en}>`;
  if (!isObject(part)) return part;
  if ("left" in part) return `${textIn(part["left"])} ${textIn(part["right"])}`;
  const { language_dict: spoken, ...others } = part;
  if (!isObject(spoken) || !("description_global_scope" in part)) return part;
  const plain = Object.fromEntries(
    Object.entries(others).filter(([member]) => !member.startsWith("description_")),
  );
  const german = Object.entries(others).flatMap(([member, text]) => (member in plain ? [] : [textIn(text)]));
  const english = Object.values(spoken).map((text) => spokenText(text)?.en);
  return { ...plain, texts: [...new Set([...german, ...english])].join(" / ") };
}

it("[API-50] [API-53] [API-55] the description of the API names every member of the definitions", async () => {
  const { rows, numbered } = describe(workshop);
  const { paths, components, ...api } = openApi(workshop, "4.2.7") as Record<string, Json>;
  const { $defs, ...transaction } = transactionSchema(workshop) as Record<string, Json>;
  const lines = [
    ...Object.entries({ ...rows, ...numbered(7) }).flatMap(([name, list]) =>
      linesOf(
        name,
        list.filter(({ object_type: of }) => of === undefined || of === "tool" || of === "call"),
      ),
    ),
    ...linesOf("api", api),
    ...linesOf("path", paths as Json),
    ...linesOf("component", components as Json),
    ...linesOf("transaction", transaction),
    ...linesOf("step", $defs as Json),
  ];
  await expectRecorded(`${lines.join("\n")}\n`, "./described.txt");
});

it("the texts of faults are those of the definitions", () => {
  const words = faultWords(workshop);
  const both = (en: string) => ({ de: `${en} (de)`, en });
  expect([words.type("shop.tool"), words.type("shop.none")]).toEqual([both("tool"), null]);
  expect([
    words.attribute("shop.tool", "size"),
    words.attribute("shop.tool", "none"),
    words.attribute("none", "size"),
  ]).toEqual([both("size"), null, null]);
  const parameters = [
    "tool.create owner",
    "tool.create size",
    "tool.update owner",
    "none.create owner",
    "create owner",
  ];
  expect(
    parameters.map((one) => {
      const [name = "", own = ""] = one.split(" ");
      return words.parameter(name.includes(".") ? `shop.${name}` : name, own);
    }),
  ).toEqual([both("owner"), both("size"), null, null, null]);
  expect(words.fn("shop.tool.create")).toEqual({ de: "tool (de) anlegen", en: "Create: tool" });
  expect([words.fn("shop.none.create"), words.fn("create"), words.dataType("none")]).toEqual([
    null,
    null,
    null,
  ]);
  expect(words.dataType("integer")).toEqual({
    label: { de: "Ganze Zahl", en: "Whole number" },
    form: { de: "Ganze Zahl mit höchstens 53 Bit", en: "Whole number of at most 53 bits" },
  });
});
