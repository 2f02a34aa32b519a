import{createRequire as crewRequire}from'node:module';const require=crewRequire(import.meta.url);
var END=/(?<=[.!?…]["'”’)\]*_]*)\s+|(?<=[。！？．]["'”’」』）]*)|\n+/u;function sentencesOf(text){return text.split(END).map(sentence=>sentence.trim()).filter(sentence=>sentence!=="")}export{sentencesOf};
