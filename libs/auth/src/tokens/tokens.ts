/** What a login and a refresh answer with. */
export interface Tokens {
  jwtToken: string;
  refreshToken: string;
}
