import type { ReactNode } from "react";
import type { Text } from "#core/text";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { sayText, useText } from "../../ui/text.ts";
import "./login.css";

/** Back from the identity provider: waits for the token, or says why there is none (LOGIN-08). */
export default function ReturnPage({ problem }: { readonly problem: Text | string | null }): ReactNode {
  const say = useText();
  return (
    <div className="login">
      <PageHeader title={say("login.return.title")} focusKey="/oic_login" />
      {problem === null ? (
        <Loading />
      ) : (
        <>
          <p className="login-problem" role="alert">
            {sayText(say, problem)}
          </p>
          <Link to="/login">{say("login.return.again")}</Link>
        </>
      )}
    </div>
  );
}
