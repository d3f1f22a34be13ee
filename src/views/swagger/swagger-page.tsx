import { createElement, useEffect, useRef, type ReactNode } from "react";
import SwaggerUI, { type SwaggerPart, type SwaggerSystem } from "swagger-ui-react";
import "swagger-ui-react/swagger-ui.css";
import { Note } from "../../ui/feedback/note.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { nameParts } from "./name-parts.ts";
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
/** Listings in the colours of the page, because those of the package are too faint. */
const plainListing =
  (_: SwaggerPart, system: SwaggerSystem): SwaggerPart =>
  (props) =>
    createElement(system.getComponent("PlainTextViewer"), props);
const PLUGINS = [
  () => ({ fn: { resolveSubtree } }),
  () => ({ wrapComponents: { SyntaxHighlighter: plainListing } }),
];

/** All calls of the API; tried calls carry the session token. */
export function SwaggerPage({ url, isDark, token, isSignedIn }: SwaggerPageProps): ReactNode {
  const say = useText();
  useEffect(() => {
    document.documentElement.classList.toggle(DARK, isDark);
    return () => document.documentElement.classList.remove(DARK);
  }, [isDark]);
  const page = useNamedParts();
  return (
    <div className="swagger-page" ref={page}>
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
        // The token of the session is sent, and not shown in the listing of the call.
        showMutatedRequest={false}
        requestInterceptor={(request) => withToken(request, token())}
      />
    </div>
  );
}

/** Names the parts of the package whenever it draws some. */
function useNamedParts() {
  const say = useText();
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = page.current;
    if (root === null) return;
    const words = {
      server: say("views.swagger.server"),
      body: say("views.swagger.body"),
      media: say("views.swagger.media"),
      close: say("ui.common.close"),
    };
    const watch = new MutationObserver(() => nameParts(root, words));
    watch.observe(root, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [say]);
  return page;
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
