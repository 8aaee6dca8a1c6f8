import type { NameLists } from '../../language-words';

/**
 * Surrogates for Portuguese names. They have no other meaning: no word or place of any of the languages, no ending that could conceal
 * a genitive (s, x, z, ce), no name of both genders or of two languages.
 */
export const PORTUGUESE_SURROGATES: NameLists = {
  female: `
    Albertina Alcina Allana Almerinda Anabela Andreia Arminda Ayla Aylla Balbina Belmira Benedita Briolanja
    Cacilda Caetana Capitolina Carminda Carminho Clementina Cleusa Constança Cátia Deolinda Débora Edilene
    Eduarda Efigénia Eloah Eloá Emanuella Emanuelly Emilly Ermelinda Etelvina Eulália Felisbela Fernanda
    Fernandina Filipa Florinda Francisca Gabrielly Genoveva Giovana Graciete Gracinda Guilhermina Hadassa
    Hellena Heloísa Hermínia Iara Idalina Ifigénia Iracema Isabelly Isadora Ivete Ivone Izaura Jacinta
    Jaqueline Jesuína Joana Judite Jurema Kamilly Kátia Larissa Laurinda Leonor Liduína Luana Luara Lucília
    Ludovina Lunna Luzia Luíza Lívia Mafalda Manuella Marcolina Margarida Mariane Maximina Maysa Miquelina
    Mirela Mécia Naiara Nair Nathália Natércia Neusa Noémia Odete Priscila Quitéria Rayssa Rosilene Rosália
    Rosângela Sandrina Soraia Stephany Sueli Tainá Telma Teresinha Terezinha Umbelina Urraca Venância
    Viviane Zenaide Zilda Zuleica Zulmira Zélia
  `,
  male: `
    Abílio Acácio Adelino Ademar Adérito Afonso Agostinho Albano Altino Amândio Américo Aníbal Arlindo
    Armindo Asafe Aurélio Baltazar Basílio Belmiro Benjamim Bento Breno Caetano Caio Caleb Calebe Cauã Cauê
    Celestino Cipriano Constantino Cristóvão Danilo Delfim Edmundo Egídio Emídio Epifânio Estêvão Eurico
    Evaristo Fabrício Felisberto Fernão Filinto Filipe Firmino Frederico Gastão Geraldo Gervásio Getúlio
    Gonçalo Guilherme Gumercindo Heitor Henrique Herculano Hermenegildo Hilário Honório Ilídio Inácio Isaque
    Isidoro Januário Jerónimo Joaquim Josué Kaique Kévim Laurindo Leonel Luan Ludgero Macário Martim Marçal
    Maximiano Micael Murilo Norberto Nuno Octávio Olavo Olegário Osmar Osvaldo Otávio Plácido Policarpo
    Quintino Raimundo Ravy Reinaldo Renan Rhavi Romão Rui Rómulo Salomão Sebastião Serafim Severino Silvério
    Simão Teodósio Teófilo Theodoro Tiago Tibúrcio Torcato Ubirajara Valdemar Valentim Valter Venâncio Vítor
    Zeferino Zózimo
  `,
  family: `
    Abrunhosa Alvarenga Aragão Arruda Assunção Ataíde Azevedo Baptista Barradinha Beirão Belchior Bettencour
    Bettencourt Boaventura Botelho Brandão Cadaval Canavarro Canedo Carapinha Cardoso Carrilho Carvalheira
    Castanheira Castelhano Catarino Cavaco Caxaria Cerqueira Colaço Cordovil Cordovila Correia Couceiro
    Coutinho Craveiro Damasceno Espanca Felgueira Felício Fialho Figueiredo Florindo Fragoso Frazão Galvão
    Godinho Goulart Gouveia Guedelha Junqueira Lacerda Lameira Lindoso Loureiro Lousada Macedo Malafaia
    Malheiro Marecalho Marinho Mealha Meira Mendonça Mergulhão Mesquita Mexia Milheiro Moreira Morgado Moura
    Mourão Moutinho Murteira Murtinha Nabuco Negreiro Negrão Noronha Nóbrega Parreira Pegado Peixoto Pestana
    Picoto Pombeiro Portela Proença Quintanilha Quintela Quitério Rabelo Rebelo Rebocho Rebordão Roseiro
    Rosmaninho Sabrosa Sampaio Saraiva Sarmento Semedo Serpa Serrão Sertório Silveira Siqueira Taveira
    Tenreiro Trigueiro Uchoa Valadim Valadão Veiga Vieira Vilela Zagalo Zambujo Zenha Zuzarte
  `,
};
