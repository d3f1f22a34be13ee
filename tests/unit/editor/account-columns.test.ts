import { beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import { cellText } from "../../../src/editor/cell/cell-text.ts";
import { detailFields, tableColumns, type ColumnContext } from "../../../src/editor/section/columns.ts";
import mgrs from "../../../src/subjects/cntl/mgrs.ts";
import svcAccount from "../../../src/subjects/cntl/svc-account.ts";
import tokens from "../../../src/subjects/cntl/tokens.ts";
import svcAccounts from "../../../src/subjects/cntl/svc-accounts.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let context: ColumnContext;
let catalogue: Catalogue;

beforeAll(async () => {
  catalogue = await portalCatalogue();
  const type = catalogue.objectType("cntl.mgr");
  if (type === null) throw new Error("cntl.mgr is no object type");
  const visitor = {
    signedIn: true,
    inDatabase: true,
    isOuAdmin: true,
    permissions: new Set<string>(),
    modules: new Set<string>(),
  };
  context = {
    catalogue,
    type,
    locale: "en",
    source: { params: {}, lists: {}, current: null, loginName: "otto", visitor },
    typeOf: (idx) => (idx === "ou" ? catalogue.objectType("cntl.mgr2ou") : type),
  };
});

describe("accounts", () => {
  it("[API-54] own subaccounts are read with is_own and is_sub", () => {
    const read = tokens.steps({}).filter(({ name }) => name === "cntl.mgr.list");
    expect(read[0]).toEqual({ idx: "sub", name: "cntl.mgr.list", old: { is_own: true, is_sub: true } });
    expect(tokens.sections.some((one) => one.kind === "table" && one.of === "sub")).toBe(true);
  });

  it.each([true, false])(
    "[SVC-07] read-only is the negation of allow_data_manipulation %s, in the list and on the page",
    (isAllowed) => {
      const table = svcAccounts.sections.find((one) => one.kind === "table");
      const detail = svcAccount.sections.find((one) => one.kind === "detail");
      const columns = [
        ...tableColumns(context, table?.columns, []).filter((one) => !one.isExtra),
        ...detailFields(context, detail?.fields),
      ].filter((one) => one.id === "allow_data_manipulation");
      expect(columns).toHaveLength(2);
      for (const column of columns) {
        expect(column.title).toEqual({ key: "screens.svc.readOnly" });
        expect(column.value({ allow_data_manipulation: isAllowed })).toBe(!isAllowed);
      }
      expect(table?.columns).toContainEqual(
        expect.objectContaining({ attr: "allow_data_manipulation", negated: true }),
      );
    },
  );

  it.each(["Angestellte", "student", "Ä/1 – gast", "NEVER-SEEN"])(
    "[MGR-05] kit_status %s is shown as the API delivers it",
    (status) => {
      const table = mgrs.sections.find((one) => one.kind === "table");
      const column = tableColumns(context, table?.columns, []).find((one) => one.id === "kit_status");
      const value = column?.value({ kit_status: status }) ?? null;
      expect(cellText(column?.cell ?? "json", value, "de")).toBe(status);
      expect(cellText(column?.cell ?? "json", value, "en")).toBe(status);
    },
  );
});

describe("a column with values of another list", () => {
  const owner = { from: "ou", on: { login_name: "login_name" }, show: "ou" };
  const shown = (rows: readonly Row[]) => {
    const source = { ...context.source, lists: { ou: rows } };
    const [column] = tableColumns({ ...context, source }, [owner], []);
    if (column === undefined) throw new Error("no column");
    return column.value;
  };

  it("shows values of the matching rows, all of several, nothing without any", () => {
    const value = shown([
      { login_name: "svc-a", ou: "UTM" },
      { login_name: "svc-b", ou: "UTM::RZ" },
      { login_name: "svc-b", ou: "UTM::MATH" },
      { login_name: "svc-c", ou: null },
    ]);
    const found = ["svc-a", "svc-b", "svc-c", "svc-d"].map((login_name) => value({ login_name }));
    expect(found).toEqual(["UTM", ["UTM::RZ", "UTM::MATH"], null, null]);
  });

  it("reads each row of the other list once, for any number of rows that use it", () => {
    let looks = 0;
    const rows = Array.from({ length: 200 }, (_, at): Row => ({
      ou: "UTM",
      get login_name() {
        looks += 1;
        return `svc-${String(at)}`;
      },
    }));
    const value = shown(rows);
    for (const [at] of rows.entries()) expect(value({ login_name: `svc-${String(at)}` })).toBe("UTM");
    expect(looks).toBeLessThanOrEqual(2 * rows.length);
  });
});
