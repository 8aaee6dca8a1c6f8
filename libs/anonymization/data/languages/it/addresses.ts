import type { AddressWords } from '../../language-words';

export const ITALIAN_ADDRESSES: AddressWords = {
  streetsBefore:
    'via;viale;v\\.le;vle;piazza;p\\.za;p\\.zza;pza;piazzale;p\\.le;piazzetta;corso;c\\.so;cso;largo;vicolo;v\\.lo;v\\.co;strada;str\\.;contrada;c\\.da;cda;localit(?:à|a);loc\\.;lungotevere;lungarno;lungomare;lungolago;lungadige;borgo;salita;galleria;calle;campo;fondamenta;frazione;fraz\\.;cascina;riva;alzaia;circonvallazione;carrugio;rione;vico;traversa;regione;blocco;discesa;bastioni',
  within:
    'di;del;della;dello;dei;degli;delle;dell;d;da;dal;dalla;in;sul;sulla;e;a;al;alla;la;le;lo;il;san',
  numbers:
    'n\\.?[ °º]?;nr\\.?;num(?:ero)?\\.?;civico;km',
  boxes:
    'casella postale;c\\.?p\\.',
  units:
    'int(?:erno)?\\.?;scala;sc\\.?;piano;p\\.?(?=\\d);palazzina;pal\\.?;lotto;interno;bis;citofono;presso',
};
