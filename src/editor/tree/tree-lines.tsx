import type { ReactNode } from "react";
import { shownChildren, type TreeNode } from "#core/tree/tree";
import { Icon } from "../../ui/icon/icon.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { flagsOf, labelOf, listHref, nameOf, type TreeShown, type TreeTeller } from "./told.ts";

export interface TreeLinesProps {
  readonly node: TreeNode;
  readonly label: string;
  readonly teller: TreeTeller;
  readonly shown: TreeShown;
  readonly isAsking: (key: string) => boolean;
  readonly onToggle: (key: string) => void;
  readonly onWhole: (key: string) => void;
}

/** The children of a node, each with its own if it is open. */
export function TreeLines(props: TreeLinesProps): ReactNode {
  const { node, label, teller, shown, isAsking, onWhole } = props;
  const say = useText();
  const children = shownChildren(node, shown.isWhole(node.key));
  const hidden = node.children.length - children.length;
  const unknown = node.count - node.children.length;
  return (
    <ul className="tree-lines" aria-label={label}>
      {children.map((child) => (
        <TreeLine key={child.key} {...props} node={child} above={node} />
      ))}
      {hidden > 0 && (
        <li className="tree-line">
          <button type="button" className="link-button tree-more" onClick={() => onWhole(node.key)}>
            {say("editor.graph.more", { count: hidden + unknown })}
          </button>
        </li>
      )}
      {hidden === 0 && unknown > 0 && (
        <li className="tree-line">
          {isAsking(node.key) ? (
            <span className="muted">…</span>
          ) : (
            <Link to={listHref(teller, node)} className="tree-more">
              {say("editor.graph.more", { count: unknown })}
            </Link>
          )}
        </li>
      )}
    </ul>
  );
}

interface TreeLineProps extends TreeLinesProps {
  readonly above: TreeNode;
}

function TreeLine(props: TreeLineProps): ReactNode {
  const { node, above, teller, shown, onToggle } = props;
  const say = useText();
  const tag = intlTag(useLocale());
  const { own, rest, title, href } = nameOf(teller, node, above);
  const isUnfolded = node.count > 0 && shown.isOpen(node.key);
  const words = { title };
  return (
    <li>
      <div className="tree-line">
        {node.count > 0 && (
          <button
            type="button"
            className="tree-fold"
            aria-expanded={isUnfolded}
            aria-label={say(isUnfolded ? "editor.tree.close" : "editor.tree.open", words)}
            onClick={() => onToggle(node.key)}
          >
            <Icon name="down" size={14} />
          </button>
        )}
        <Link to={href} title={title} aria-label={title}>
          <strong>{own}</strong>
          <span className="tree-rest muted">{rest}</span>
        </Link>
        {node.count > 0 && (
          <span className="muted small">
            {node.count.toLocaleString(tag)}
            <span className="visually-hidden"> {labelOf(teller, teller.section.count)}</span>
          </span>
        )}
        {flagsOf(teller, node).map((flag) => (
          <span key={flag} className="tree-flag small">
            {flag}
          </span>
        ))}
      </div>
      {isUnfolded && <TreeLines {...props} label={title} />}
    </li>
  );
}
