import type { AddressWords } from '../../language-words';

export const GERMAN_ADDRESSES: AddressWords = {
  streetEndings:
    'stra(?:ß|ss)e;str\\.?;weg;(?<!tell|itz|ark|rbeits|piel|port|ager|chlaf|isten|iege)platz;allee;gasse;ufer;damm;chaussee;stieg;steig;pfad;(?<!super|bau)markt;promenade;twiete;graben;kai;br(?:ü|ue)cke;halde',
  beginnings:
    'am;an der;an den;auf der;auf dem;auf den;im;in der;in den;in dem;zum;zur;beim;hinter der;hinter dem;unter den;vor dem;vor der;obere;untere;gro(?:ß|ss)e;kleine;alte;neue;lange;hohe',
  within:
    'am;an der;an den;im;in;in der;ob der;bei;vor der;auf der;v\\.d\\.;a\\.d\\.;von;der;den;des;dem;zu;zum;zur',
  numbers:
    'nr\\.?;haus(?:nummer|nr\\.?)',
  boxes:
    'postfach;pf\\.;postlagernd',
  units:
    'top;whg\\.?;wohnung;zi\\.?;zimmer;apartment;app\\.?;og;eg;ug;dg;stock;stiege;t(?:ü|ue)r;haus;hinterhaus;vorderhaus;li\\.?;re\\.?;links;rechts',
};
