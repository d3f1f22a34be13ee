import { PrimeReactProvider } from "primereact/api";
import type { ReactNode } from "react";

function pageNonce(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return content === undefined || content === "" ? undefined : content;
}

const nonce = pageNonce();
const SETTINGS = { unstyled: true, ripple: false, ...(nonce === undefined ? {} : { nonce }) };

/** PrimeReact without its looks; styles it adds at run time carry the nonce of the page, or the policy refuses them. */
export function Prime({ children }: { readonly children: ReactNode }): ReactNode {
  return <PrimeReactProvider value={SETTINGS}>{children}</PrimeReactProvider>;
}
