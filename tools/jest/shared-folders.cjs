/** The folders of the libraries without state, whose modules all suites of a process share. */
const { join, sep } = require('node:path');

module.exports = ['common', 'anonymization'].map((lib) => join(__dirname, '../../libs', lib, 'src') + sep);
