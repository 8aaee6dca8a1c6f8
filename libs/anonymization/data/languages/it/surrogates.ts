import type { NameLists } from '../../language-words';

/**
 * Surrogates for Italian names. They have no other meaning: no word or place of any of the languages, no ending that could conceal
 * a genitive (s, x, z, ce), no name of both genders or of two languages.
 */
export const ITALIAN_SURROGATES: NameLists = {
  female: `
    Adelasia Agnese Alessandra Allegra Annalisa Annamaria Annetta Annunziata Antonella Assunta Benedetta
    Brunella Carlotta Carmela Caterina Cinzia Clelia Concetta Consolata Cristiana Donatella Eleanora Elettra
    Elisabetta Emanuela Enrica Enza Erminia Ersilia Fabrizia Fausta Federica Fiamma Filippa Fiorella
    Fiorenza Flaminia Fosca Fulvia Gabriella Gaia Gelsomina Gemma Germana Giacinta Giada Gianna Ginevra
    Gioconda Giorgia Giovanna Gisella Giuliana Giulietta Giuseppa Graziana Graziella Guglielma Ilaria
    Immacolata Iolanda Isotta Ivana Jolanda Lauretta Leonilda Letizia Liana Licia Lorella Lorenza Loretta
    Luciana Lucrezia Ludovica Luigia Luigina Luisella Maddalena Mariangela Marilena Marissa Maristella
    Marzia Michela Mirella Natalina Nedda Nicoletta Ninetta Norina Nunzia Ombretta Orietta Ottavia Paoletta
    Pierina Primarosa Quintilia Rachele Raffaella Rosanna Rosella Rossella Santina Sebastiana Settimia
    Simona Simonetta Susanna Sveva Teodolinda Tonia Tullia Vanna Venera Veneranda Violetta Viridiana Zelinda
  `,
  male: `
    Adamo Adelmo Agnolo Agostino Alberico Alderano Alfio Amedeo Amleto Annibale Ansaldo Atenulf Azeglio
    Baccio Baldassare Bartolomeo Benvenuto Beppe Biagio Calcedonio Camillo Cesare Coluccio Coriolano Corrado
    Costantino Costanzo Damiano Dionigi Donatello Edoardo Elladio Ennio Enzio Eraldo Ermanno Ermenegildo
    Ettore Federigo Ferdinando Fiorenzo Fiorino Fredo Fulvio Gaspare Gastone Giacinto Giacobbe Giampaolo
    Giampiero Gianfrancesco Gianluca Gianluigi Gianmarco Gianpaolo Gianpietro Gioacchino Gioachino Gioele
    Gioffre Gionata Giosuè Girolamo Giulio Giustino Goffredo Graziano Guarino Guglielmo Ignazio Ippazio
    Lamberto Lando Lazzaro Liberto Lodovico Luchino Ludovico Marcantonio Martino Massimiliano Maurilio
    Michelangelo Micheletto Michelotto Mirco Nanni Napoleone Niccolò Nicolò Orazio Oreste Ottavio Ottone
    Paride Pasqual Patrizio Pierangelo Piergiorgio Piergiuseppe Pierluigi Piermaria Pierpaolo Piersanti
    Pompeo Pomponio Puccio Raffaele Raffaellino Raffaello Raimondo Ricciotti Rocco Romolo Ruggero Ruggiero
    Sabatino Salvi Saverio Sebastiano
  `,
  family: `
    Abatantuono Abbagnale Accardo Acerbi Adinolfi Agazzi Agnesi Agostinelli Ajello Albanesi Albertini Alboni
    Aldobrandi Alfonsi Almagià Aloisio Alonzi Amaldi Ammaniti Anastasi Andreozzi Angiolello Anguillara
    Anichini Antelami Antonacci Antonelli Antonini Antonucci Aporti Argentero Argenti Argurio Ariasso
    Ariosto Armellini Asmundo Asprucci Aulenti Avogadro Babato Bacosi Baglioni Bajamonti Bajardi Balbo
    Baldini Balla Balotelli Bertolini Bonfanti Boscolo Brambilla Calabrese Cappelletti Caputo Carminati
    Cattaneo Cavallaro Corsini Cortesi Dallari Ercolani Facchini Fiorentini Franchi Gasparini Ghirardelli
    Guidetti Iannone Lanfranchi Lazzari Lorenzini Malaspina Manfredi Marchetti Marcolini Marini Mazzoni
    Montanari Morandi Morelli Narducci Negrini Olivieri Orlandi Ottaviani Paganelli Palmieri Palumbo Paolini
    Petrucci Quaglia Raimondi Rigamonti Rinaldi Rizzoli Rocchi Ruggeri Salvini Sartori Scaramuzza Scarpa
    Simoncini Spinelli Tagliaferri Tamburini Tiraboschi Tommasi Tonelli Trevisan Ughi Vannucci Venier
    Vianello Viviani Zambelli Zanella Zanotti Zuliani
  `,
};
