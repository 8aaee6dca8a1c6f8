import type { AddressWords } from '../../language-words';

export const FRENCH_ADDRESSES: AddressWords = {
  isNumberFirst: true,
  streetsBefore:
    'rue;avenue;av\\.?;ave\\.?;boulevard;bd\\.?;boul\\.?;bld\\.?;blvd\\.?;place;pl\\.;all(?:é|e)es?;chemin;ch\\.;che\\.;chem\\.;impasse;imp\\.;quai;cours;route;rte\\.?;square;sq\\.;passage;pass\\.;faubourg;fbg\\.?;villa;sentier;esplanade;promenade;venelle;mail;rang;rond-point;mont(?:é|e)e;c(?:ô|o)te;cit(?:é|e);r(?:é|e)sidence;r(?:é|e)s\\.?;lotissement;lot\\.?;hameau;lieu-dit;traverse;ruelle;mas;zone;z\\.?[aci]\\.?;parvis;chauss(?:é|e)e',
  within:
    'de;du;des;de la;de l;d;la;le;les;l;et;à;aux?;sur;sous;lès;lez;en;bis;saint',
  numbers:
    'n[°º];no\\.?;num(?:é|e)ro',
  boxes:
    'b\\.?p\\.?;bo(?:î|i)te postale;c\\.?p\\.?;case postale;cs;tsa',
  units:
    'b(?:â|a)t(?:iment)?\\.?;app(?:t|artement)?\\.?;apt\\.?;esc(?:alier)?\\.?;(?:é|e)tage;bo(?:î|i)te;bte\\.?;porte;imm(?:euble)?\\.?;lot;entr(?:é|e)e;rdc;r(?:é|e)s(?:idence)?\\.?;gauche;droite;bureau',
};
