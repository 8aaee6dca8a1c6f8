import type { NameLists } from '../../language-words';

/**
 * Surrogates for French names. They have no other meaning: no word or place of any of the languages, no ending that could conceal
 * a genitive (s, x, z, ce), no name of both genders or of two languages.
 */
export const FRENCH_SURROGATES: NameLists = {
  female: `
    Adrienne Agathe Alberte Alisson Alizée Amandine Ambre Anastasie Anaëlle Andrée Angélique Anissa
    Annabelle Anouk Apolline Arnaude Assia Aurore Aurélie Berthe Bénédicte Bérengère Capucine Carole
    Charline Christelle Clarisse Claudine Colette Coline Coralie Coraline Corine Corinne Cécile Célestine
    Elina Eléa Emeline Emelyne Emmanuelle Eugénie Fernande Flavie Floriane Florine Frédérique Gabrielle
    Geneviève Grazia Gwenaëlle Gwendoline Hortense Héloïse Isaline Jamila Janine Jeannine Jocelyne Josette
    Josianne Juliette Kenza Laly Laora Laure Laurine Leila Lilou Louane Louna Lucette Lucie Lucile Ludivine
    Léana Maeva Marcelle Margaud Marielle Maryline Marylène Maryse Maude Mauricette Maurine Maëlle Morgane
    Murielle Mya Mégane Nadège Noémie Océane Odile Olivie Ophélie Pascaline Paule Perrine Rachida Raymonde
    Rolande Roseline Roxane Sandrine Soline Solène Sylviane Sylvianne Séverine Théa Thérèse Vinciane
    Violette Ysaline Zélie Élise Élodie Émilie
  `,
  male: `
    Abdelkader Abdellah Adem Adrien Amaury Amine Anatole Armand Arno Aubin Augustin Aurélien Aymeric Basile
    Baudouin Brahim Brieuc Casimir Claudy Corentin Cyrille Célestin Dany Dimitri Donatien Dorian Edgard Elie
    Eliott Emilien Erwan Fabien Farid Firmin Florent Fulbert Félicien Gabin Gaston Gatien Gaëtan Geoffroy
    Gontran Hadrien Hicham Hippolyte Ibrahim Isidore Ismaël Jacky Jamal Karim Kenzo Khalid Killian Kylian
    Kyllian Lenny Livio Louka Loïc Lucien Ludovic Lyam Léandre Mamadou Mathéo Matthieu Maximilien Maël Mehdi
    Mehmet Melchior Mickaël Mohammad Mustapha Médéric Nabil Nassim Nathanaël Naël Naïm Onésime Philibert
    Pierrick Rachid Rayan Rodolphe Romuald Rudi Rudy Sacha Samir Samy Silvère Sofiane Sosthène Sylvain
    Thiago Thibaud Théophile Timothée Timéo Ugolin Victorien Vivien Walid Yann Yannick Yassin Yassine Yoann
    Yohan Youri Youssef Yusuf Yvon Yvonnick Zacharie Évariste
  `,
  family: `
    Abrassart Allain Allard Arnould Aubert Auger Bailly Barbier Bastin Baudry Bauduin Bazin Beaujean Beguin
    Benard Bernier Bertin Besnard Bigot Blanchet Blin Blondiau Bodart Bodin Bodson Bonneau Bonnin Bouchat
    Bouchet Boudart Bousquet Boutin Bouvet Bovy Brichard Bruneau Brunet Bultot Bègue Cambier Cardon Charrier
    Chartier Chauveau Chauvet Chauvin Chevallier Delattre Delorme Dufour Duhamel Dupuy Evrard Faivre Foucher
    Fouquet Fournier Gallet Gosselin Grenier Grondin Guibert Guichard Guilbert Guillet Guillon Guillot Hamon
    Hebert Huet Humbert Imbert Jacquet Joly Joubert Jourdan Labbé Lacombe Lagarde Launay Lebon Lebreton
    Lebrun Leclercq Lecomte Lecoq Legendre Leleu Lelièvre Lemaître Lemonnier Letellier Maillard Maillet
    Martineau Masson Michaud Monnier Morin Morvan Pasquier Payet Perret Perrier Pichon Pineau Pottier
    Pruvost Prévost Raynaud Reynaud Riou Roussel Rousset Royer Techer Turpin Valette Vasseur Verdier
  `,
};
