import { rowHref } from "#core/route/object-routes";
import { readableName } from "#core/catalogue/readable-name";
import { shownChildren, type TreeNode } from "#core/tree/tree";
import type { PictureRow, PictureTableProps } from "../../ui/picture/picture-table.tsx";
import { intlTag, type Say } from "../../ui/text.ts";
import type { SectionProps, SectionStep } from "../section/section-context.ts";

export interface TreeTeller extends SectionProps<"tree"> {
  readonly found: SectionStep;
  readonly say: Say;
}

export interface TreeName {
  /** What the name adds to the one above, and the rest. */
  readonly own: string;
  readonly rest: string;
  readonly title: string;
  readonly href: string;
}

export function nameOf({ found }: TreeTeller, node: TreeNode, above: TreeNode): TreeName {
  const title = readableName(node.key);
  const end = readableName(above.key);
  const rest = title.endsWith(`.${end}`) ? title.slice(-end.length - 1) : "";
  return {
    own: title.slice(0, title.length - rest.length),
    rest,
    title,
    href: rowHref(found.type.name, node.row),
  };
}

export function labelOf({ found }: TreeTeller, attribute: string): string {
  const { catalogue, type, locale } = found;
  return catalogue.attributeName(type.name, attribute, locale);
}

export function flagsOf(teller: TreeTeller, { row }: TreeNode): readonly string[] {
  return teller.section.flags.filter((flag) => row[flag] === true).map((flag) => labelOf(teller, flag));
}

/** The list of all children of a node. */
export function listHref({ section, found }: TreeTeller, { key }: TreeNode): string {
  return `/object/${found.type.name}?${new URLSearchParams({ [section.parent]: key }).toString()}`;
}

/** Which branches are open, and of which all children are shown. */
export interface TreeShown {
  readonly isOpen: (key: string) => boolean;
  readonly isWhole: (key: string) => boolean;
}

/** The shown objects line by line, with their parent and the number of their children. */
export function treeTable(
  root: TreeNode,
  teller: TreeTeller,
  { isOpen, isWhole }: TreeShown,
): Pick<PictureTableProps, "columns" | "rows"> {
  const { section, found } = teller;
  const tag = intlTag(found.locale);
  const rowsBelow = (above: TreeNode): readonly PictureRow[] =>
    shownChildren(above, isWhole(above.key)).flatMap((node) => {
      const { title, href } = nameOf(teller, node, above);
      const count = node.count.toLocaleString(tag);
      const cells = [{ text: title, href }, readableName(above.key), flagsOf(teller, node).join(", "), count];
      return [{ id: node.key, cells }, ...(isOpen(node.key) ? rowsBelow(node) : [])];
    });
  return {
    columns: [
      { title: labelOf(teller, section.key) },
      { title: labelOf(teller, section.parent) },
      { title: section.flags.map((flag) => labelOf(teller, flag)).join(", ") },
      { title: labelOf(teller, section.count), isNumber: true },
    ],
    rows: rowsBelow(root),
  };
}
