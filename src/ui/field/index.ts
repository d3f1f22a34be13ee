import type { Widget } from "#core/form/widget";
import { BooleanField } from "./boolean.tsx";
import { ChoiceField } from "./choice.tsx";
import { DateTimeField } from "./date-time.tsx";
import { DateField } from "./date.tsx";
import type { FieldComponent } from "./field-component.ts";
import { FqdnField } from "./fqdn.tsx";
import { IpAddressField } from "./ip-address.tsx";
import { IpNetworkField } from "./ip-network.tsx";
import { JsonField } from "./json.tsx";
import { ListField } from "./list.tsx";
import { MacAddressField } from "./mac-address.tsx";
import { NumberField } from "./number.tsx";
import { ReferenceField } from "./reference.tsx";
import { SecretField } from "./secret.tsx";
import { TextField } from "./text.tsx";
import { TextareaField } from "./textarea.tsx";

/** One component for every widget that core can name; a missing one does not compile. */
export const FIELD_COMPONENTS: Readonly<Record<Widget, FieldComponent>> = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  boolean: BooleanField,
  date: DateField,
  dateTime: DateTimeField,
  choice: ChoiceField,
  fqdn: FqdnField,
  ipAddress: IpAddressField,
  ipNetwork: IpNetworkField,
  macAddress: MacAddressField,
  reference: ReferenceField,
  list: ListField,
  json: JsonField,
  secret: SecretField,
};
