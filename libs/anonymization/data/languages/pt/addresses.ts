import type { AddressWords } from '../../language-words';

export const PORTUGUESE_ADDRESSES: AddressWords = {
  streetsBefore:
    'rua;r\\.;avenida;av\\.?;avd?\\.?;travessa;trav?\\.;tv\\.?;pra(?:ç|c)a;p(?:ç|c)a?\\.?;praceta;pct\\.?;largo;lg\\.?;alameda;al\\.;estrada;estr?\\.;rodovia;rod\\.?;quinta;beco;cal(?:ç|c)ada;ladeira;viela;urbaniza(?:ç|c)(?:ã|a)o;urb\\.?;rotunda;bairro;linha;s(?:í|i)tio;ponte;caminho;cam\\.?;jardim;impasse;passeio;zona industrial;vila;parque;loteamento;conjunto;quadra;lugar',
  within:
    'de;do;da;dos;das;d;a;o;e;em;ao;à',
  numbers:
    'n[.]?[ºo°]?\\.?;n(?:ú|u)m(?:ero)?\\.?;lote;lt\\.?;km',
  boxes:
    'apartado;caixa postal;c\\.?p\\.',
  units:
    'apto?\\.?;apartamento;andar;bloco;bl\\.?;casa;sala;loja;fundos;esq\\.?;dto\\.?;dir\\.?;frente;fte\\.?;r/c;piso;conj\\.?;torre;lote;fra(?:ç|c)(?:ã|a)o;porta;bairro;cep',
};
