/** How a name is written. Pieces of regular expressions for the flags `u`; every repeat is bounded. */

const WORD = "\\p{Lu}[\\p{L}\\p{M}]{0,30}(?:['’][\\p{L}]{1,30})?(?:-\\p{Lu}?[\\p{L}\\p{M}]{1,30}){0,2}";
const INITIAL = '\\p{Lu}\\.(?:-?\\p{Lu}\\.)?';
const PARTICLE =
  "(?:[Vv]on|[Vv]an|[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]os|[Dd]u|[Ll]a|[Ll]e|[Dd]er|[Dd]en|[Tt]er|[Tt]en|[Zz]u[mr]?|[Vv]om|[Aa]l|[Ee]l|[Bb]in|[Ii]bn|[Aa]bu|[Oo]f|[Uu]nd zu|y|e|d[’'])";

/** One written part: "Anna-Lena", "O'Brien", "J.", "McDonald". */
export const NAME_WORD = WORD;
export const NAME_PART = `(?:${INITIAL}|${WORD})`;

/** Up to five parts with their particles: "Ludwig van Beethoven", "J. R. Smith", "Ursula von der Leyen". */
export const FULL_NAME = `${NAME_PART}(?:[ \\u00a0](?:${PARTICLE} ){0,3}${NAME_PART}){0,4}`;

/** The same, beginning with a particle: "von der Leyen". */
export const ANY_NAME = `(?:(?:[Vv]on|[Vv]an|[Dd]e|[Zz]u|[Vv]om|[Tt]en|[Tt]er) (?:(?:der|den|dem|la|zu) )?)?${FULL_NAME}`;

/** Academic and noble titles between the address and the name; they are no part of it (contract: Anonymizing and restoring, rule 2). */
export const TITLES =
  '(?:(?:Dr|Prof|Professor|Professorin|Doktor|Mag|Dipl|Ing|med|vet|dent|jur|phil|rer|nat|pol|oec|habil|h|c|mult|PD|Priv|Doz|Univ|RA|RAin|StB|MdB|Sir|Dame|Lord|Lady|Graf|Gräfin|Freiherr|Baron|Baronin|Rev|Hon|Capt|Lt|Sgt|Col|Gen|Major|Inspector|Detective|Officer)\\.?(?:-?(?:Ing|Kfm|Kffr|Phys|Inf|Psych|Doz|Prof|Dr)\\.?)?[ \\u00a0]){0,5}';
