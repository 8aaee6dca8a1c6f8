import type { NameLists } from './language-words';

/** Common first names of an unambiguous gender. They distinguish first from last names, and determine the gender. */
export const KNOWN_GIVEN_NAMES: Omit<NameLists, 'family'> = {
  female: `
    Agnes Aisha Alexandra Alice Alina Aline Amina Amy Ana Andrea Angela Angelika Anita Ann Anna Anne Antonia Aylin Ayse
    Barbara Bianca Britta Carla Carmen Carolin Caroline Charlotte Chloe Christa Christina Christine Clara Claudia
    Daniela Diana Doris Ebru Edith Elena Elif Elisa Elisabeth Elizabeth Ella Ellen Elsa Emilia Emily Emine Emma Erica
    Esra Eva Fatima Fatma Frieda Gerda Greta Hanna Hannah Hatice Heidi Helene Hilde Ida Ilse Ines Inge Irene Iris Irina
    Isabel Isabelle Jana Jane Janina Jasmin Jenny Joan Joanna Johanna Josefine Julia Juliane Julie Karen Karina Karolina
    Kate Katarzyna Katrin Kelly Khadija Kirsten Lara Larissa Laura Lea Lena Leila Lina Linda Lisa Lotte Lucia Lucy Luisa
    Magda Magdalena Maike Maja Malgorzata Manuela Maria Marie Marina Marion Marta Martha Mary Mathilda Maya Meike Melanie
    Merle Merve Mia Michaela Michelle Miriam Mona Nadja Natalia Natascha Nele Nicole Nina Nora Olga Paula Pauline
    Pia Ramona Rebekka Regina Rita Rosa Ruth Sandra Sara Sarah Sibylle Silke Simone Sofia Sophia Stella Susan Susana
    Svetlana Tatjana Thea Theresa Tina Ulla Vanessa Vera Verena Viktoria Xenia Yasmin Zeynep Zoe Zuzanna
  `,
  male: `
    Aaron Abdul Adam Adem Ahmed Ahmet Albert Alejandro Alex Alexander Alexei Ali Amir Anders Andreas Andre Andrzej Anton
    Antonio Axel Bartosz Bastian Ben Bernhard Bill Bob Bruno Carl Carlos Charles Chris Christian Christopher Clemens
    Daniel David Dennis Diego Dmitri Dominik Donald Elias Emil Emre Enrico Eric Erik Fabian Felix Finn Francesco Frank
    Franz Fritz Gary George Giovanni Giuseppe Grzegorz Günter Günther Hakan Hamza Hannes Hans Harald Harry Hassan Heinz
    Henrik Hubertus Hugo Hussein Ibrahim Igor Ivan Jack Jacob Jakob Jakub James Jannik Jason Javier Jens Jim Joe Joerg
    Johann Johannes John Jonas Jorge Jose Josef Juan Julius Kai Karl Karl-Heinz Karsten Kasper Kemal Klaus Krzysztof Kurt
    Lars Lasse Leo Leon Lennart Linus Lorenz Luca Lucas Luigi Luis Luka Lukas Lutz Maik Marc Marcel Marcin Marco Marcus
    Mario Marius Mark Markus Martin Mateusz Matthias Max Maximilian Mehmet Michael Miguel Mike Mirko Mohamed Mohammed
    Moritz Murat Mustafa Nick Nicolas Nico Niels Niklas Nikolai Nikolaus Nils Noah Oleg Oliver Omar Oscar Oskar Ole
    Pascal Paul Pawel Pedro Peter Philip Philipp Pierre Piotr Ralf Ramon Raphael Rene Ricardo Robert Roberto Robin Rolf
    Roman Ryan Said Sascha Scott Selim Sergei Siegmund Simon Stanislaw Stefan Steve Steven Sven Tadeusz Theo Thomas Till
    Tilman Tim Timo Tobias Tom Tomasz Torben Umut Valentin Viktor Vladimir Waldemar Walter William Wojciech Xaver Yannick
    Yasin Youssef Yusuf
  `,
};
