import { nameList } from '../surrogates/name-list';

/** Common last names: what tells `Müllers` (of Müller) from `Peters`, and a person from a word. */
export const KNOWN_FAMILY_NAMES = {
  german: nameList(`
    Albrecht Arnold Bauer Baumann Beck Becker Berger Bergmann Böhm Brandt Braun Busch Dietrich Engel Ernst Fischer
    Franke Friedrich Fuchs Graf Groß Günther Haas Hahn Hartmann Heinrich Herrmann Hoffmann Hofmann Horn Huber
    Jäger Jung Kaiser Keller Klein Koch Kraus Krause Kuhn Kühn Lang Lange Lehmann Lorenz Maier Martin Mayer Meier Meyer
    Müller Neumann Otto Peters Pohl Richter Roth Sauer Schäfer Schmid Schmidt Schmitt Schmitz Schneider Scholz Schreiber
    Schulte Schulz Schulze Schuster Schwarz Simon Sommer Stein Thomas Vogel Vogt Wagner Walter Weber Weiß Werner Winkler
    Winter Wolf Wolff Ziegler Zimmermann
  `),
  english: nameList(`
    Adams Allen Anderson Bailey Baker Barnes Bell Bennett Brooks Brown Campbell Carter Clark Collins Cook Cooper Cox
    Davis Edwards Evans Foster Garcia Gonzalez Gray Green Hall Harris Hernandez Hill Howard Hughes Jackson James Jenkins
    Johnson Jones Kelly King Lee Lewis Long Lopez Martinez Miller Mitchell Moore Morgan Morris Murphy Myers Nelson
    Nguyen Parker Patel Perez Perry Peterson Phillips Powell Price Ramirez Reed Richardson Rivera Roberts Robinson
    Rodriguez Rogers Ross Russell Sanchez Sanders Scott Smith Stewart Sullivan Taylor Thomas Thompson Torres Turner
    Walker Ward Watson White Williams Wilson Wood Wright Young
  `),
};
