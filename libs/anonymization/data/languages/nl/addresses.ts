import type { AddressWords } from '../../language-words';

export const DUTCH_ADDRESSES: AddressWords = {
  streetEndings:
    'straat;str\\.?;weg;laan;plein;gracht;kade;singel;dijk;steeg;plantsoen;dreef;(?<!test)pad;markt;baan;steenweg;stwg\\.?;vest;dam;hof;voorhout;poort',
  beginnings:
    'aan de;aan het;op de;op den;achter de;de;het;\'t;den',
  within:
    'aan de;aan den;aan het;aan;van de;van den;van der;van;de;den;der;het;op;op de;in;in het;bij;ten;ter;te;en',
  numbers:
    'nr\\.?;nummer;huisnummer',
  boxes:
    'postbus;antwoordnummer',
  units:
    'bus;bis;hs;huis;app(?:artement)?\\.?;kamer;verdieping;verd\\.?;etage;unit;toren;I{1,3}',
};
