import type { ReactNode } from "react";
import { Button } from "../action/button.tsx";
import { useText } from "../text.ts";
import { Link } from "./link.tsx";
import { PageHeader } from "./page-header.tsx";

interface InvalidUrlProps {
  readonly path: string;
  /** Searches for the end of the path; absent if there is no search. */
  readonly onFind?: ((term: string) => void) | undefined;
}

export function InvalidUrl({ path, onFind }: InvalidUrlProps): ReactNode {
  const say = useText();
  const term = lastOf(path);
  return (
    <div className="lone-note">
      <PageHeader title={say("app.invalidUrl.title")} focusKey={path} />
      <p>{say("app.invalidUrl.text", { path })}</p>
      {onFind !== undefined && term !== "" && (
        <p>
          <Button icon="search" onClick={() => onFind(term)}>
            {say("app.invalidUrl.find", { term })}
          </Button>
        </p>
      )}
      <Link to="/home">{say("app.invalidUrl.home")}</Link>
    </div>
  );
}

/** The last part of a path as it reads. */
function lastOf(path: string): string {
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
