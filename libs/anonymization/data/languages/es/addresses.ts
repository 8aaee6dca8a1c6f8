import type { AddressWords } from '../../language-words';

export const SPANISH_ADDRESSES: AddressWords = {
  streetsBefore:
    'calle;c/;avenida;avda\\.?;avd\\.?;av\\.?;plaza;pza\\.?;plza\\.?;pl\\.;paseo;p\\.?º;pso\\.?;camino;cno\\.?;carretera;ctra\\.?;ronda;traves(?:í|i)a;trav\\.?;glorieta;urbanizaci(?:ó|o)n;urb\\.?;pasaje;pje\\.?;rambla;carrer;r(?:ú|u)a;calz(?:ada|\\.);carrera;cra\\.?;privada;bulevar;bv\\.?;blvr\\.?;callej(?:ó|o)n;cuesta;pol(?:í|i)gono;p\\.i\\.;paraje;diagonal;transversal;plazuela;costanilla;calleja;alameda;v(?:í|i)a',
  within:
    'de;del;de la;de las;de los;la;las;los;el;y;e;al;a;do;da;i',
  numbers:
    'n[.]?[ºo°]?\\.?;n(?:ú|u)m(?:ero)?\\.?;#',
  boxes:
    'apartado(?: de correos| postal)?;apdo\\.?(?: de correos)?;aptdo\\.?',
  units:
    'piso;puerta;pta\\.?;esc(?:alera)?\\.?;portal;bajo;bloque;bl\\.?;dpto\\.?;depto\\.?;int\\.?;local;oficina;of\\.?;nave;parcela;dcha\\.?;drcha\\.?;izq(?:da|uierda)?\\.?;izda\\.?;(?:á|a)tico;planta;torre;casa;col(?:onia)?\\.?;apto\\.?;mz\\.?;lote;chalet;bungal(?:ó|o)',
};
