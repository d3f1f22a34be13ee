import { useEffect, type ReactNode } from "react";
import SwaggerUI from "swagger-ui-react";
import "swagger-ui-react/swagger-ui.css";
import { Note } from "../../ui/feedback/note.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { resolveSubtree } from "./resolve-subtree.ts";
import "./swagger.css";

export interface SwaggerPageProps {
  /** Address of the OpenAPI document. */
  readonly url: string;
  readonly isDark: boolean;
  /** Session token at the time of a call, or null. */
  readonly token: () => string | null;
  readonly isSignedIn: boolean;
}

const AUTHORIZATION = "Authorization";
/** Class of the root element that the package's stylesheet uses for dark pages. */
const DARK = "dark-mode";
const PLUGINS = [() => ({ fn: { resolveSubtree } })];

/** All calls of the API; tried calls carry the session token. */
export function SwaggerPage({ url, isDark, token, isSignedIn }: SwaggerPageProps): ReactNode {
  const say = useText();
  useEffect(() => {
    document.documentElement.classList.toggle(DARK, isDark);
    return () => document.documentElement.classList.remove(DARK);
  }, [isDark]);
  return (
    <div className="swagger-page">
      <PageHeader title={say("routes.swagger")} focusKey="/swagger" facts={[say("views.swagger.about")]} />
      <Note>{say(isSignedIn ? "views.swagger.signedIn" : "views.swagger.signedOut")}</Note>
      <SwaggerUI
        url={url}
        docExpansion="none"
        filter
        deepLinking={false}
        persistAuthorization={false}
        defaultModelsExpandDepth={-1}
        validatorUrl={null}
        plugins={PLUGINS}
        requestInterceptor={(request) => withToken(request, token())}
      />
    </div>
  );
}

interface Carrying {
  headers: Record<string, string>;
}

/** Manual authorisation wins over the session. */
function withToken<Request extends Carrying>(request: Request, token: string | null): Request {
  if (token === null || request.headers[AUTHORIZATION] !== undefined) return request;
  request.headers[AUTHORIZATION] = `Bearer ${token}`;
  return request;
}
