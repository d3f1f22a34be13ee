import type { ReactNode } from "react";
import { useText } from "../text.ts";
import { Link } from "./link.tsx";
import { PageHeader } from "./page-header.tsx";

export function InvalidUrl({ path }: { readonly path: string }): ReactNode {
  const say = useText();
  return (
    <div className="lone-note">
      <PageHeader title={say("app.invalidUrl.title")} focusKey={path} />
      <p>{say("app.invalidUrl.text", { path })}</p>
      <Link to="/home">{say("app.invalidUrl.home")}</Link>
    </div>
  );
}
