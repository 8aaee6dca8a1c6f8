import type { NameLists } from '../../language-words';

/**
 * Surrogates for Spanish names. They have no other meaning: no word or place of any of the languages, no ending that could conceal
 * a genitive (s, x, z, ce), no name of both genders or of two languages.
 */
export const SPANISH_SURROGATES: NameLists = {
  female: `
    Adela Adelaida Adelia Adelina Adora Adoración Agustina Ainara Aitana Alejandra Almudena Alondra Anabel
    Angelita Anselma Anunciación Araceli Ariadna Aránzazu Azahar Azahara Azeneth Azucena Begoña Benita
    Bernarda Bernardita Berta Bibiana Brunilda Calista Calixta Candela Carmelita Carmina Casandra Cayetana
    Celestina Charo Chelo Cintia Clarisa Consuela Crescencia Cándida Dafne Dalila Delfina Delia Dionisia
    Dominga Domitila Dorita Dorotea Edelmira Eligia Elodia Eloísa Emelina Emiliana Encarna Encarnita
    Estefanía Estela Eusebia Evangelina Evelia Felicia Feliciana Felipa Felisa Fidela Filomena Florentina
    Gema Graciana Graciela Haydée Hortensia Ignacia Ileana Inmaculada Isidora Javiera Jesusa Jimena Jordana
    Josefina Jovita Juanita Julieta Leandra Leire Leyre Ligia Lilia Loida Lucila Luisina Lupita Macarena
    Macaria Mamen Manola Manuelita Marcia Margarita Marianela Maribel Maricela Marisela Marisol Maristela
    Marita Mayte Melisa Merche Micaela Miguela Mireia
  `,
  male: `
    Adelardo Agapito Aitor Albino Amando Amaro Anacleto Anastasio Angelino Apolinar Artemio Asdrubal Atilio
    Aureliano Baldomero Balduino Baltasar Baudelio Bernabé Berto Bonifacio Calisto Calixto Camilo Candelario
    Carlito Casemiro Cayetano Cebrián Cecilio Ceferino Celso Chema Ciriaco Cleto Clímaco Conrado Cornelio
    Cosme Cristian Curro Demetrio Desiderio Dionisio Duilio Edelmiro Edgardo Efraín Eladio Eleuterio Eliseo
    Elpidio Emigdio Emiliano Erasmo Espiridión Eustaquio Eutimio Eutropio Ezequiel Faustino Fermín
    Florentino Fulgencio Gabino Glauco Godofredo Goyo Graciano Haroldo Heliodoro Heraclio Herberto Heriberto
    Herminio Hipólito Humberto Iker Ildefonso Jacinto Jafet Javi Jenaro Jonatan Juanito Kike Lalo Leocadio
    Leoncio Lino Lucho Lázaro Manolo Marcelino Marcial Marciano Maximiliano Maximino Melchor Nando Narciso
    Natalio Natanael Nicanor Nicodemo Nilo Pancho Paulino Poncio Porfirio Quique Quirino Rafa Reynaldo
    Rogelio Ruperto Ruy Régulo Samu Sandalio
  `,
  family: `
    Abella Abellán Adadia Aguado Aguiló Agullo Agustí Alberdi Alberola Alcolea Alemany Almazán Anglada
    Anguita Arellano Ariño Armengol Arnal Aroca Arregui Arrieta Arévalo Atienza Ayllón Ayuso Azcona Badía
    Ballester Baquero Barragán Barral Barreda Barrena Bastida Bauzà Bayo Becerra Bejarano Benet Bernad
    Berrocal Bertrán Blanch Blasco Bonilla Buendía Bárcena Calvet Campoy Capdevila Carbajo Carbó Carpio
    Carvajal Castejón Castelló Catalá Cazorla Chacón Codina Coello Colom Colomer Conesa Corbacho Cornejo
    Cózar Daza Doménech Donaire Dávila Egea Escalona Escamilla Escolano Escrivá Expósito Fabregat Figuerola
    Fiol Folch Fortuny Franch Gabaldón Galiano Galindo Gallart Garmendia Gascón Gibert Gilabert Gimeno Giner
    Giralt Gisbert Goicoechea Goñi Gual Guillen Guitart Haro Huguet Iborra Iriarte Isern Izaguirre Jaume
    Jordá Jove Jáuregui Jódar Larrea Leiva Lillo Lladó Llobet Lloret Lluch Madrigal Maestre
  `,
};
