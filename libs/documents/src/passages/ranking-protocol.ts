/** First line of what the ranking process reads, as JSON; the documents follow, one right after the other. */
export interface RankingRequest {
  question: string;
  /** Of all passages that are wanted together, in UTF-16 units. */
  maxLength: number;
  /** Length of each document in bytes of UTF-8. */
  documentBytes: number[];
}
