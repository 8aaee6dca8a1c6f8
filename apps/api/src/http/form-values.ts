interface FormValue {
  value: unknown;
}

/** Accepts repeated parts, or one comma-separated part (contract: Languages and choices). */
export const asList = ({ value }: FormValue): unknown =>
  typeof value === 'string' ? value.split(',').map((word) => word.trim()) : value;

/** Reads `true` and `false`. */
export const asFlag = ({ value }: FormValue): unknown =>
  value === 'true' || value === 'false' ? value === 'true' : value;
