import { isCommonWord } from '../text/common-words';
import { fold } from '../text/fold';
import { knownNames } from './known-names';

const TITLE =
  /^(?:herrn?|frau|hr|fr|mr|mrs|ms|miss|sir|madam|dr|prof|doktor|professor|professorin|familie|family)$/;

/** What a person is called by beside the name; German joins it with whatever word ("Vertragspartnerin"). */
const ROLE =
  /(?:anwalt|anwaeltin|arbeiter|arzt|aerztin|assistent|beamter|beamtin|berater|bruder|chef|direktor|freund|fuehrer|geber|gehilfe|gehilfin|inhaber|kollege|kollegin|kommissar|koordinator|kunde|kundin|lehrer|leiter|meister|mieter|minister|mutter|nachbar|nehmer|partner|patient|pfleger|praesident|referent|richter|sekretaer|sohn|schwester|tante|tochter|trainer|vater|vertreter|verwalter|vorstand|zeuge|zeugin)(?:in)?$/;

/** Endings of German nouns that no name has. */
const NOUN =
  /.{3}(?:ung|ungen|heit|keit|schaft|tion|tionen|taet|tag|zeit|vertrag|termin|brief|akte|nummer|adresse|bericht)$/;

/** Whether a word beside a name part is likely another part of a name: not an everyday word, title or role. */
export function mayBeNamePart(word: string): boolean {
  if (!/^\p{Lu}/u.test(word)) return false;
  const folded = fold(word);
  if (TITLE.test(folded)) return false;
  if (/^\p{Lu}$/u.test(word) || knownNames.isGiven(folded) || knownNames.isFamily(folded)) return true;
  return !isCommonWord(folded) && !ROLE.test(folded) && !NOUN.test(folded);
}
