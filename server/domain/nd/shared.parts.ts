/** Attributes that several types of the network documentation have. */
export const SPEED = {
  type: "integer",
  label: { de: "Geschwindigkeit", en: "Speed" },
  help: { de: "In Mbit/s", en: "In Mbit/s" },
  unit: "Mbit/s",
  nullable: true,
} as const;

export const SERIAL_NUMBER = {
  type: "text_id",
  isDesignation: true,
  label: { de: "Seriennummer", en: "Serial number" },
  nullable: true,
} as const;

const DEGREES = { type: "decimal", nullable: true } as const;

/** Where a site or building is on the map. */
export const COORDINATES = {
  geo_lat: { ...DEGREES, label: { de: "Breitengrad", en: "Latitude" }, min: -90, max: 90 },
  geo_lon: { ...DEGREES, label: { de: "Längengrad", en: "Longitude" }, min: -180, max: 180 },
} as const;
