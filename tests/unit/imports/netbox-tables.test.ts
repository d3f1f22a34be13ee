import { expect, it } from "vitest";
import { readNetboxTables } from "#imports/netbox/tables";
import { speak } from "#imports/shared/texts";

it("cable and parent of an interface are texts in its table, also beside the table of cables", () => {
  const files = [
    { name: "netbox_cables.csv", text: "Device A,Termination A,Device B,Termination B\nsw1,1,sw2,1\n" },
    { name: "netbox_interfaces.csv", text: "device,name,enabled,cable,parent\nsw1,1,true,#7,ae1\n" },
  ];
  const { dumped, rejected } = readNetboxTables(files, true, speak("en"));
  expect(rejected).toEqual([]);
  const [port] = dumped.filter(({ model }) => model === "dcim.interface");
  expect(port?.fields).toMatchObject({ name: "1", enabled: true, cable: "#7", parent: "ae1" });
});
