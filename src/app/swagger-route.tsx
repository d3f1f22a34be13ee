import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { API_CONFIG } from "../api/paths.ts";
import { useAccount } from "../editor/portal/account.ts";
import { useSettings } from "../editor/portal/stores.ts";
import { useMedia } from "../ui/layout/use-media.ts";
import { SwaggerPage } from "../views/swagger/swagger-page.tsx";
import { useSession } from "./session-ports.ts";

/** /swagger: gives the API browser the address of the description and the session token. */
export function SwaggerRoute(): ReactNode {
  const { session } = useSession();
  const settings = useSettings();
  const { visitor } = useAccount();
  const { theme } = useSnapshot(settings.state);
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");
  return (
    <SwaggerPage
      url={`${API_CONFIG.base}${API_CONFIG.version}/openapi.json`}
      isDark={theme === "dark" || (theme === "system" && isSystemDark)}
      isSignedIn={visitor.signedIn}
      token={() => session.token()}
    />
  );
}
