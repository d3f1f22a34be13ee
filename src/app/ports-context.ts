import { createContext, useContext } from "react";
import type { PortalPorts } from "./portal-ports.ts";

const PortsContext = createContext<PortalPorts | null>(null);
export const PortsProvider = PortsContext.Provider;

export function usePorts(): PortalPorts {
  const ports = useContext(PortsContext);
  if (ports === null) throw new Error("no portal ports around this part");
  return ports;
}
