import { port } from "../../ui/port.ts";

/** Configured names of the instance. */
export interface Instance {
  /** Short name of the product (SHELL-20). */
  readonly product: string;
  /** Name of the wireless network in QR codes (MAC-04). */
  readonly wifiNetwork: string | null;
}

export const useInstance = port<Instance>();
