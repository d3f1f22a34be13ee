import { useState, type ReactNode } from "react";
import { createMacSearches } from "../state/mac-searches.ts";
import { ContactPage } from "../views/lookup/contact-page.tsx";
import { DomainPage } from "../views/lookup/domain-page.tsx";
import { MacPage } from "../views/lookup/mac-page.tsx";
import { VendorPage } from "../views/lookup/vendor-page.tsx";
import { usePorts } from "./ports-context.ts";

/** /tools/oui_lookup */
export function VendorRoute(): ReactNode {
  return <VendorPage http={usePorts().http} />;
}

/** /tools/ip_contact */
export function ContactRoute(): ReactNode {
  return <ContactPage http={usePorts().http} />;
}

/** /tools/domain_finder */
export function DomainRoute(): ReactNode {
  return <DomainPage http={usePorts().http} />;
}

/** /tools/macfinder: reads the searches of this browser each time, because signing out removes them. */
export function MacRoute(): ReactNode {
  const { http } = usePorts();
  const [searches] = useState(() => createMacSearches(localStorage));
  return <MacPage http={http} searches={searches} />;
}
