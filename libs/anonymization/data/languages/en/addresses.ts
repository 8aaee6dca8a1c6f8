import type { AddressWords } from '../../language-words';

export const ENGLISH_ADDRESSES: AddressWords = {
  streetsBehind:
    'street;st;road;rd;avenue;ave;av;lane;ln;drive;dr;close;court;ct;way;place;pl;square;sq;terrace;tce;terr;crescent;cres;gardens;gdns;grove;hill;mews;row;walk;park;pk;boulevard;blvd;highway;hwy;parkway;pkwy;circle;cir;trail;trl;quay;green;rise;view;broadway;parade;pde;wharf;alley;path;loop;plaza;esplanade;turnpike;pike;point;bend;heights;landing;yard;wynd;brow;end;drove;bank;field;fields;passage;ridge;run;cove;vale;estate;house;route;fold;croft',
  within:
    'of;the;and;upon;on;under;in;by;le;la;de;st;next;cum;am',
  numbers:
    'no\\.?;#',
  boxes:
    'p\\.? ?o\\.? ?box;post office box;p\\.?m\\.?b\\.?;gpo box;locked bag',
  units:
    'flat;apt\\.?;apartment;unit;suite;ste\\.?;room;rm\\.?;floor;fl\\.?;block;bldg\\.?;building;shop;level;lot;tower;#',
};
