/** Who acts. */
export interface Actor {
  kind: 'user' | 'operator' | 'service' | 'nobody';
  userId?: string;
  /** An operator's account on the machine where the command ran. */
  account?: string;
}
