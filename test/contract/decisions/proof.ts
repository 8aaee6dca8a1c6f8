/** The test that holds a decision: its file, and words of its name. */
export type Proof = readonly [file: string, words: string];

/** By the section and a few words of the decision. */
export type Decisions = Readonly<Record<string, Proof>>;
